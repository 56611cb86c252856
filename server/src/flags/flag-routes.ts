import type { FastifyInstance } from 'fastify';
import { FeatureFlag, flagEndpoints } from '@portage/contract/merchants/flags';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { isFlagOn } from './flags.ts';

export function flagRoutes(app: FastifyInstance, { db }: Deps): void {
  addRoute(app, flagEndpoints.get, async ({ session, params }) => {
    const { data: flag } = FeatureFlag.safeParse(params.flag);
    return { enabled: flag !== undefined && (await isFlagOn(db, session.merchantId, flag)) };
  });
}
