import type { FastifyInstance } from 'fastify';
import { simulationEndpoints } from '@portage/contract/simulation';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { startSimulation } from './start-simulation.ts';

/** The simulator of a demo; other deployments have no such calls. */
export function simulationRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  addRoute(app, simulationEndpoints.start, async ({ session, params }) => {
    await startSimulation(db, session, params.id);
    return null;
  });
}
