import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { draftOrder } from '../../orders/draft-order.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { onDatabaseOfBefore } from '../../testing/database-of-before.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { up } from './0090-shop-deliveries.ts';

test('the oldest order that names a shop order is its delivery order, cancelled ones last', async () => {
  await onDatabaseOfBefore(async ({ db, author, apply }) => {
    const naming = (name: string, value: string, createdAt: number) =>
      draftOrder(
        NewOrder.parse(newOrderPayload({ customFields: [{ name, value }] })),
        author,
        createdAt,
      );
    const orders = [
      { ...naming('shopifyOrderId', '5001', 1), orderStatus: 'CANCELLED' as const },
      naming('Shopify Order ID', 'gid://shopify/Order/5001', 2),
      naming('shop_order_id', ' 5001 ', 3),
      naming('shopOrderId', '5002', 4),
      { ...naming('shopId', '5003', 5), orderStatus: 'CANCELLED' as const },
      naming('Order ID', '5004', 6),
      naming('shopOrderId', '#5005', 7),
    ];
    await insertOrders(db, orders);
    const known = await db
      .selectFrom('shop_deliveries')
      .select(['shop_order_id', 'order_id'])
      .orderBy('shop_order_id')
      .execute();
    await sql`drop table shop_deliveries`.execute(db);
    await sql`drop index open_shop_orders`.execute(db);
    await sql`alter table shop_orders add column order_id uuid`.execute(db);
    await sql`
      insert into shop_orders (merchant_id, shop_order_id, shop, created_at, is_open, order_id, document)
      values (${author.merchantId}, '5002', 'a.myshopify.com', now(), true, ${orders[0]?.id}, '{}')`.execute(
      db,
    );
    await apply(up);
    const found = await db
      .selectFrom('shop_deliveries')
      .select(['shop_order_id', 'order_id'])
      .orderBy('shop_order_id')
      .execute();
    expect(found).toEqual([
      { shop_order_id: '5001', order_id: orders[1]?.id },
      { shop_order_id: '5002', order_id: orders[0]?.id },
      { shop_order_id: '5003', order_id: orders[4]?.id },
    ]);
    expect(known.map(({ shop_order_id }) => shop_order_id)).toEqual(['5001', '5002', '5003']);
  });
});
