import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { up } from './0004-order-filters.ts';

const COLUMNS = ['service', 'delivery_type', 'is_business', 'is_fulfilled', 'delivered_at'].concat([
  'origin_postal_code',
  'display_name',
  'tags',
  'search',
]);

test('orders that were there before their columns are found by them afterwards', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
    const payload = NewOrder.parse(
      newOrderPayload({ merchantDisplayName: 'Café Été', tags: ['gift', 'a, "b"'] }),
    );
    // More than are read at a time.
    const orders = Array.from({ length: 1001 }, (_, at) => ({
      ...draftOrder(payload, author, at),
      ...(at % 2 === 0 && { pickupReadyAt: at + 1, deliveredAt: at + 2 }),
    }));
    await insertOrders(db, orders);
    const columns = db.selectFrom('orders').selectAll().orderBy('id');
    const before = await columns.execute();

    for (const column of COLUMNS) {
      await sql`alter table orders drop column ${sql.ref(column)} cascade`.execute(db);
    }
    await sql`drop index orders_by_status`.execute(db);
    await apply(up);
    expect(await columns.execute()).toEqual(before);
  });
});
