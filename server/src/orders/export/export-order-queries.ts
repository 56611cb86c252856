import type { Database } from '../../db/database.ts';
import { type NewestRequest, readNewest } from '../newest-order-queries.ts';

/**
 * Documents of the merchant's orders that match, newest first, from after the cursor. The signal
 * cancels the query in the database, too, and rejects with its reason.
 */
export function listExportedDocuments(
  db: Database,
  merchantId: string,
  request: NewestRequest,
  signal: AbortSignal,
) {
  return readNewest(db, merchantId, request, (orders) =>
    orders
      .select(['orders.id as startAt', 'orders.created_at as createdAt', 'orders.document'])
      .execute({ signal, inflightQueryAbortStrategy: 'cancel query' }),
  );
}
