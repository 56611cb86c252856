import { sql } from 'kysely';
import type { OrderFilter } from '@portage/contract/order-filter';
import type { OrderCursor } from '@portage/contract/orders';
import type { Database } from '../../db/database.ts';
import { matchingOrders } from '../order-search.ts';

/** Which orders of an export to read, how many of them, and after which one. */
interface ExportPageRequest {
  filter: OrderFilter;
  limit: number;
  after: OrderCursor | undefined;
}

/**
 * Documents of the merchant's orders that match, newest first, from after the cursor. The signal
 * cancels the query in the database, too, and rejects with its reason.
 */
export function listExportedDocuments(
  db: Database,
  merchantId: string,
  { filter, limit, after }: ExportPageRequest,
  signal: AbortSignal,
) {
  let query = matchingOrders(db, merchantId, filter)
    .select(['id as startAt', 'created_at as createdAt', 'document'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after) {
    const key = sql`(${new Date(after.createdAt)}::timestamptz, ${after.startAt}::uuid)`;
    query = query.where(sql<boolean>`(created_at, id) < ${key}`);
  }
  return query.execute({ signal, inflightQueryAbortStrategy: 'cancel query' });
}
