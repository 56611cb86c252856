import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { up } from './0008-order-labels.ts';

/** What documents say of labels, from those that were not printed to those that are stale. */
const LABELS: readonly Partial<Order>[] = [
  {},
  { labelPrintedAt: 5 },
  { labelPrintedAt: 5, labelStale: true },
];

test('orders that were there before are found by where their labels stand', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
    const orders = LABELS.map((labels, at) => ({
      ...draftOrder(NewOrder.parse(newOrderPayload()), author, at),
      ...labels,
    }));
    await insertOrders(db, orders);
    const rows = db.selectFrom('orders').selectAll().orderBy('created_at');
    const before = await rows.execute();
    expect(before.map((row) => row.label_status)).toEqual(['NOT_PRINTED', 'PRINTED', 'STALE']);

    await sql`alter table orders drop column label_status cascade`.execute(db);
    await sql`drop table logos`.execute(db);
    await apply(up);
    expect(await rows.execute()).toEqual(before);
  });
});
