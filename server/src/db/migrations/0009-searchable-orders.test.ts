import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { draftOrder } from '../../orders/draft-order.ts';
import { listOrderDocuments } from '../../orders/order-list-queries.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import type { Database } from '../database.ts';
import { up } from './0009-searchable-orders.ts';

/** Takes away what the migration makes, and puts in place what it takes away. */
async function goBack(db: Database) {
  await sql`drop table searchable_orders`.execute(db);
  await sql`drop index orders_by_trait`.execute(db);
  await sql`
    drop function lasting_traits(text, text, boolean, text, text, text[]), text_traits(text)`.execute(
    db,
  );
  await sql`
    create function order_traits(
      text, text, text, boolean, boolean, text, text, text[], text
    ) returns text[] language sql immutable return array[$1]`.execute(db);
  await sql`create index orders_by_trait on orders (id)`.execute(db);
}

test('orders that were there before are found by searches and by their state', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
    const orders = ['Café Été', undefined].map((merchantDisplayName, at) => {
      const payload = newOrderPayload({
        merchantDisplayName,
        refNumber: `BOX-${at}`,
        tags: ['gift'],
      });
      return draftOrder(NewOrder.parse(payload), author, at);
    });
    await insertOrders(db, orders);
    const rows = db.selectFrom('searchable_orders').selectAll().orderBy('created_at');
    const before = await rows.execute();
    expect(before).toHaveLength(orders.length);

    await goBack(db);
    await apply(up);
    expect(await rows.execute()).toEqual(before);
    // None are walked: the indexes lead to them.
    const request = { limit: 10, after: undefined, walks: [] };
    const found = async (filter: Parameters<typeof listOrderDocuments>[2]['filter']) =>
      (await listOrderDocuments(db, author.merchantId, { ...request, filter })).map(({ id }) => id);
    expect(await found({ freeSearch: 'box-1' })).toEqual([orders[1]?.id]);
    expect(await found({ merchantDisplayName: 'café été', labelStatus: ['NOT_PRINTED'] })).toEqual([
      orders[0]?.id,
    ]);
  });
});
