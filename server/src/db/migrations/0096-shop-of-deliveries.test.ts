import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { createMerchant } from '../../merchants/first-profile.ts';
import { draftOrder } from '../../orders/order-document.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { useClonedDatabase } from '../../testing/test-database.ts';
import { applyMigration } from '../migrate.ts';

test('delivery orders belong to the shop of their shop order, or else to the linked one', async () => {
  const { db } = await useClonedDatabase();
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  const author = { merchantId: merchant.id, username: 'zoe@test.example' };
  const orders = ['5001', '5002'].map((value) => {
    const customFields = [{ name: 'shopifyOrderId', value }];
    return draftOrder(NewOrder.parse(newOrderPayload({ customFields })), author, 1);
  });
  await insertOrders(db, orders);
  await sql`
    alter table shop_deliveries drop constraint shop_deliveries_pkey, drop column shop,
      add primary key (merchant_id, shop_order_id)`.execute(db);
  await sql`
    insert into shops (merchant_id, shop, linked_at, linked_by, places_orders)
    values (${author.merchantId}, 'b.myshopify.com', now(), 'zoe', false)`.execute(db);
  await sql`
    insert into shop_orders (merchant_id, shop_order_id, shop, created_at, is_open, document)
    values (${author.merchantId}, '5001', 'a.myshopify.com', now(), true, '{}')`.execute(db);
  await applyMigration(db, '0096-shop-of-deliveries');
  const found = await db
    .selectFrom('shop_deliveries')
    .select(['shop', 'order_id'])
    .orderBy('shop_order_id')
    .execute();
  expect(found).toEqual([
    { shop: 'a.myshopify.com', order_id: orders[0]?.id },
    { shop: 'b.myshopify.com', order_id: orders[1]?.id },
  ]);
});
