import type { FastifyInstance } from 'fastify';
import { placeEndpoints } from '@portage/contract/places';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';

/** Completing a typed address line. */
export function placeRoutes(app: FastifyInstance, { places }: Deps): void {
  addRoute(app, placeEndpoints.suggest, async ({ query }) => ({
    suggestions: await places.suggest(query.text),
  }));
}
