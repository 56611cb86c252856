import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { createMerchant } from '../../merchants/first-profile.ts';
import { draftOrder } from '../../orders/order-document.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { timestampAt } from '../../testing/make-shipment.ts';
import { useClonedDatabase } from '../../testing/test-database.ts';
import { applyMigration } from '../migrate.ts';

const at = (wallTime: string) => timestampAt(wallTime, 'America/Toronto');

const rated = (service: Order['service'], estimateTo: string) =>
  ({
    orderStatus: 'GEOCODED',
    service,
    rateChoice: { epochEstimateTo: at(estimateTo) } as Order['rateChoice'],
  }) satisfies Partial<Order>;

const booked = (start: string) =>
  ({ orderStatus: 'PICKUP_READY', service: 'SCHEDULED', completeAfter: at(start) }) as const;

const CASES: readonly (readonly [Partial<Order>, string | null])[] = [
  [rated('SAMEDAY', '2026-03-10T22:00'), '2026-03-10T13:00'],
  [rated('NEXTDAY', '2026-03-11T21:00'), '2026-03-10T13:00'],
  [rated('FLEX', '2026-03-14T21:00'), '2026-03-12T13:00'],
  [booked('2026-03-12T09:00'), '2026-03-11T13:00'],
  [booked('2026-03-12T15:00'), '2026-03-12T13:00'],
  [booked('2026-03-10T11:00'), '2026-03-10T11:00'],
  [{ orderStatus: 'GEOCODED', service: 'CUSTOMER_BOOKING' }, null],
  [{ ...rated('NEXTDAY', '2026-03-11T21:00'), orderStatus: 'DELIVERED' }, null],
];

test('orders that the carrier does not have yet are given their ship-by time', async () => {
  const { db } = await useClonedDatabase();
  const merchant = merchantProfile({ timeZone: 'America/Toronto' });
  await createMerchant(db, merchant);
  const author = { merchantId: merchant.id, username: 'zoe@test.example' };
  const orders = CASES.map(([change]) => ({
    ...draftOrder(NewOrder.parse(newOrderPayload()), author, at('2026-03-10T10:00')),
    ...change,
  }));
  await insertOrders(db, orders);
  await sql`alter table orders drop column ship_by`.execute(db);
  await applyMigration(db, '0103-order-sorts');

  const rows = await db.selectFrom('orders').select(['id', 'ship_by', 'document']).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [index, order] of orders.entries()) {
    const [change, expected] = CASES[index] ?? [];
    const row = found.get(order.id);
    expect(row?.ship_by, JSON.stringify(change)).toBe(expected ? at(expected) : null);
    const shipBy = expected ? { shipBy: at(expected) } : {};
    expect(JSON.parse(row?.document ?? '')).toEqual(
      JSON.parse(JSON.stringify({ ...order, ...shipBy })),
    );
  }
});
