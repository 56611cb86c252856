import type { FastifyInstance } from 'fastify';
import { placeEndpoints } from '@portage/contract/addresses/places';
import { findSavedStreets } from '../addresses/save-address.ts';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { MAX_SUGGESTIONS } from './places.ts';

export function placeRoutes(app: FastifyInstance, { db, places }: Deps): void {
  addRoute(app, placeEndpoints.suggest, async ({ query: { text, session: search }, session }) => {
    const { merchantId } = session;
    const [saved, found] = await Promise.all([
      findSavedStreets(db, merchantId, text),
      places.suggest(text, { merchantId, session: search }),
    ]);
    const savedLabels = new Set(saved.map(({ label }) => label));
    const others = found.filter(({ label }) => !savedLabels.has(label));
    return { suggestions: [...saved, ...others].slice(0, MAX_SUGGESTIONS) };
  });

  addRoute(app, placeEndpoints.read, async ({ body }) => places.read(body.text));

  addRoute(app, placeEndpoints.details, async ({ query }) => {
    const place = await places.find(query.placeId, query.session);
    if (!place) throw new ApiError('place_not_found');
    return place;
  });
}
