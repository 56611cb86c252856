import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/new-order';
import { systemClock } from '../../clock.ts';
import { openLog } from '../../log.ts';
import { createMerchant } from '../../merchants/create-merchant.ts';
import { deleteOrder } from '../../orders/deletion/delete-orders.ts';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { cloneTestDatabase } from '../../testing/test-database.ts';
import { openDatabase, openPool } from '../database.ts';
import { up } from './0007-order-lives.ts';

test('the numbers of orders that were there before lead to them afterwards, deleted ones too', async () => {
  const database = await cloneTestDatabase();
  const pool = openPool(database.url, openLog('silent'), 2);
  const db = openDatabase(pool);
  try {
    const merchant = merchantProfile();
    await createMerchant(db, merchant);
    const author = { merchantId: merchant.id, username: 'zoe@test.example' };
    const orders = Array.from({ length: 3 }, (_, at) =>
      draftOrder(NewOrder.parse(newOrderPayload()), author, at),
    );
    await insertOrders(db, orders);
    await deleteOrder({ db, clock: systemClock }, author, orders[1]?.id ?? '');
    const numbers = db.selectFrom('tracking_numbers').selectAll().orderBy('order_id');
    const before = await numbers.execute();
    expect(before.map((row) => row.tracking_number)).toEqual(
      orders.map(({ trackingNumber }) => trackingNumber),
    );

    await sql`
      drop table tracking_numbers, order_edits, carrier_keys, carrier_events, order_photos, secrets
    `.execute(db);
    await up(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
    expect(await numbers.execute()).toEqual(before);
    // What keeps two orders from one number came with the rows.
    await expect(
      sql`insert into tracking_numbers table tracking_numbers`.execute(db),
    ).rejects.toThrow('tracking_numbers_pkey');
  } finally {
    await db.destroy();
    await database.drop();
  }
});
