import type { FastifyInstance } from 'fastify';
import { addressEndpoints } from '@portage/contract/addresses';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { listSavedAddressDocuments } from './address-queries.ts';
import { searchWords } from './search-text.ts';

/** The address book. */
export function addressRoutes(app: FastifyInstance, { db }: Deps): void {
  addRoute(app, addressEndpoints.list, async ({ session, query }) => {
    const words = searchWords(query.freeSearch ?? '');
    const documents = await listSavedAddressDocuments(db, session.merchantId, words);
    return new JsonText(`{"addresses":[${documents.join(',')}]}`);
  });
}
