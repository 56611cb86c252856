import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { isScanned } from '@portage/contract/orders/order-selection';
import type { Order } from '@portage/contract/orders/orders';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { up } from './0005-order-lists.ts';

const SCAN = { time: 5, location: 'Laval' };

/** Scans as orders have them, and whether such an order is scanned. */
const SCANS: readonly (Pick<Order, 'scanEvents' | 'otherScans'> & { isOne: boolean })[] = [
  { scanEvents: [], otherScans: [], isOne: false },
  { scanEvents: [{ trackingNumber: 'A-1', events: [] }], otherScans: [], isOne: false },
  { scanEvents: [{ trackingNumber: 'A-1', events: [SCAN] }], otherScans: [], isOne: true },
  {
    scanEvents: [
      { trackingNumber: 'A-1', events: [] },
      { trackingNumber: 'A-2', events: [SCAN, SCAN] },
    ],
    otherScans: [],
    isOne: true,
  },
  { scanEvents: [], otherScans: [{ time: 5 }], isOne: true },
];

test('orders that were there before have their recipient, scans and change in columns afterwards', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
    const orders = SCANS.map(({ isOne, ...scans }, at) => {
      const recipient = { name: `Ngọc "${isOne}" O’Neil \\ 🌞`, phone: '416-555-0142' };
      const draft = draftOrder(NewOrder.parse(newOrderPayload({ recipient })), author, at);
      return { ...draft, ...scans, modified: Date.parse('2026-11-20T13:05:00.123Z') + at };
    });
    expect(orders.map(isScanned)).toEqual(SCANS.map(({ isOne }) => isOne));
    await insertOrders(db, orders);
    const rows = db.selectFrom('orders').selectAll().orderBy('created_at');
    const before = await rows.execute();
    expect(before.map((row) => row.is_scanned)).toEqual(SCANS.map(({ isOne }) => isOne));

    for (const column of ['recipient_name', 'is_scanned', 'modified_at']) {
      await sql`alter table orders drop column ${sql.ref(column)} cascade`.execute(db);
    }
    await sql`drop table deleted_orders, order_views, order_columns`.execute(db);
    await apply(up);
    expect(await rows.execute()).toEqual(before);
  });
});
