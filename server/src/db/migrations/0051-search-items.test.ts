import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { up } from './0051-search-items.ts';

test('orders that were there before are found by their items, folded as new ones are', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
    const orderItems = [
      { sku: 'CAN-12', name: 'Bougie  d’érable', quantity: 1 },
      { name: 'ŒILLET séché – 2', quantity: 2 },
    ];
    const order = draftOrder(NewOrder.parse(newOrderPayload({ orderItems })), author, 1);
    await insertOrders(db, [order, draftOrder(NewOrder.parse(newOrderPayload()), author, 2)]);
    for (const table of ['orders', 'searchable_orders'] as const) {
      const rows = db.selectFrom(table).select(['id', 'search']).orderBy('created_at');
      const now = await rows.execute();
      const before = now.map(({ search }) => search.replace(/ can-12.*$/, ''));
      expect(before[0]).not.toBe(now[0]?.search);
      await db
        .updateTable(table)
        .set({ search: before[0] ?? '' })
        .where('id', '=', order.id)
        .execute();
    }
    await apply(up);
    for (const table of ['orders', 'searchable_orders'] as const) {
      const { search } = await db
        .selectFrom(table)
        .select('search')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      expect(search).toMatch(/ can-12 bougie d'erable oeillet seche - 2$/);
    }
  });
});
