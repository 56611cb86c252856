import type { FastifyInstance } from 'fastify';
import { labelEndpoints } from '@portage/contract/orders/labels';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { printBatch } from './print-batch.ts';
import { printLabel, printPackingSlip, printTestLabel } from './print-label.ts';

export function labelRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, labelEndpoints.get, ({ session, params, query, gone }) =>
    printLabel(deps, session, params.id, { ...query, gone }),
  );

  addRoute(app, labelEndpoints.test, ({ session, query, gone }) =>
    printTestLabel(deps, session, { ...query, gone }),
  );

  addRoute(app, labelEndpoints.packingSlip, ({ session, params, query, gone }) =>
    printPackingSlip(deps, session, params.id, { ...query, gone }),
  );

  addRoute(app, labelEndpoints.batch, ({ session, body, locale, gone }) =>
    printBatch(deps, session, { batch: body, locale, gone }),
  );
}
