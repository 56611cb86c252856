import type { FastifyInstance } from 'fastify';
import { carrierEndpoints } from '@portage/contract/orders/carrier';
import { photoEndpoints } from '@portage/contract/orders/photos';
import { reportEvents } from '../carrier/report-events.ts';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { getOrder } from '../orders/get-order.ts';
import { getPhoto, openPhoto, photoLinks } from './photo-links.ts';
import { uploadPhoto } from './upload-photo.ts';

/** Photos, and the events that the carrier's systems report. */
export function carrierRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, carrierEndpoints.reportEvents, async ({ body, locale }) => ({
    outcomes: await reportEvents(deps, body.events, locale),
  }));

  addRoute(app, carrierEndpoints.uploadPhoto, ({ query, body }) =>
    uploadPhoto(deps, query.trackingNumber, body),
  );

  addRoute(app, photoEndpoints.listLinks, async ({ session, params }) => {
    const order = await getOrder(deps.db, session.merchantId, params.id);
    return { links: await photoLinks(deps, order) };
  });

  addRoute(app, photoEndpoints.get, ({ session, params }) =>
    getPhoto(deps, {
      merchantId: session.merchantId,
      orderId: params.id,
      photoId: params.photoId,
    }),
  );

  addRoute(app, photoEndpoints.open, ({ params }) => openPhoto(deps, params.link));
}
