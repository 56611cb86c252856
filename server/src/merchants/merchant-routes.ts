import type { FastifyInstance } from 'fastify';
import { merchantEndpoints } from '@portage/contract/merchants';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { getMerchant } from './get-merchant.ts';

/** The merchant's profile. */
export function merchantRoutes(app: FastifyInstance, { db }: Deps): void {
  addRoute(app, merchantEndpoints.get, ({ session }) => getMerchant(db, session.merchantId));
}
