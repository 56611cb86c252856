import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/new-order';
import { openLog } from '../../log.ts';
import { createMerchant } from '../../merchants/create-merchant.ts';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { cloneTestDatabase } from '../../testing/test-database.ts';
import { openDatabase, openPool } from '../database.ts';
import { up } from './0004-order-filters.ts';

const COLUMNS = ['service', 'delivery_type', 'is_business', 'is_fulfilled', 'delivered_at'].concat([
  'origin_postal_code',
  'display_name',
  'tags',
  'search',
]);

test('orders that were there before their columns are found by them afterwards', async () => {
  const database = await cloneTestDatabase();
  const pool = openPool(database.url, openLog('silent'), 2);
  const db = openDatabase(pool);
  try {
    const merchant = merchantProfile();
    await createMerchant(db, merchant);
    const payload = NewOrder.parse(
      newOrderPayload({ merchantDisplayName: 'Café Été', tags: ['gift', 'a, "b"'] }),
    );
    const author = { merchantId: merchant.id, username: 'zoe@test.example' };
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
    await up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
    expect(await columns.execute()).toEqual(before);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
