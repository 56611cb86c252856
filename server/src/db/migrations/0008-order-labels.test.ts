import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/new-order';
import type { Order } from '@portage/contract/orders';
import { openLog } from '../../log.ts';
import { createMerchant } from '../../merchants/create-merchant.ts';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { cloneTestDatabase } from '../../testing/test-database.ts';
import { openDatabase, openPool } from '../database.ts';
import { up } from './0008-order-labels.ts';

/** What documents say of labels, from those that were not printed to those that are stale. */
const LABELS: readonly Partial<Order>[] = [
  {},
  { labelPrintedAt: 5 },
  { labelPrintedAt: 5, labelStale: true },
];

test('orders that were there before are found by where their labels stand', async () => {
  const database = await cloneTestDatabase();
  const pool = openPool(database.url, openLog('silent'), 2);
  const db = openDatabase(pool);
  try {
    const merchant = merchantProfile();
    await createMerchant(db, merchant);
    const author = { merchantId: merchant.id, username: 'someone' };
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
    await up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
    expect(await rows.execute()).toEqual(before);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
