import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { systemClock } from '../../clock.ts';
import { deleteOrder } from '../../orders/deletion/delete-orders.ts';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { up } from './0007-order-lives.ts';

test('the numbers of orders that were there before lead to them afterwards, deleted ones too', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
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
    await apply(up);
    expect(await numbers.execute()).toEqual(before);
    // What keeps two orders from one number came with the rows.
    await expect(
      sql`insert into tracking_numbers table tracking_numbers`.execute(db),
    ).rejects.toThrow('tracking_numbers_pkey');
  });
});
