import type { FastifyInstance } from 'fastify';
import { orderViewEndpoints } from '@portage/contract/order-views';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { changeView, deleteView } from './change-view.ts';
import { createView } from './create-view.ts';
import { listSettings } from './list-settings.ts';
import { upsertChosenColumns } from './view-queries.ts';

/** How each person has set up the list of orders: saved views and columns. */
export function viewRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addRoute(app, orderViewEndpoints.list, ({ session, locale }) =>
    listSettings(db, session, locale),
  );

  addRoute(app, orderViewEndpoints.create, async ({ session, body, idempotencyKey }) => {
    return new JsonText(await createView(deps, session, body, idempotencyKey));
  });

  addRoute(app, orderViewEndpoints.update, ({ session, params, body }) =>
    changeView(db, session, params.id, body),
  );

  addRoute(app, orderViewEndpoints.delete, async ({ session, params }) => {
    await deleteView(db, session, params.id);
    return null;
  });

  addRoute(app, orderViewEndpoints.chooseColumns, async ({ session, body }) => {
    await upsertChosenColumns(db, session, body.columns);
    return null;
  });
}
