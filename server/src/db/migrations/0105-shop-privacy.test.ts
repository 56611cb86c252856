import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSecurityEvents } from '../../audit/record-security-event.ts';
import { createMerchant } from '../../merchants/first-profile.ts';
import { listShopOwners } from '../../shop/privacy-queries.ts';
import { listAllDataRequests } from '../../shop/privacy.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { useClonedDatabase } from '../../testing/test-database.ts';
import { applyMigration } from '../migrate.ts';

test('shops’ merchants, buyers’ requests and actions on shops are kept', async () => {
  const { db } = await useClonedDatabase();
  const [linked, left] = [merchantProfile(), merchantProfile()];
  for (const merchant of [linked, left]) await createMerchant(db, merchant);
  await sql`drop table shop_owners, shop_data_requests`.execute(db);
  await sql`
    insert into shop_merchants (shop, merchant_id) values ('a.myshopify.com', ${linked.id})`.execute(
    db,
  );
  await sql`
    insert into shop_orders (merchant_id, shop_order_id, shop, created_at, is_open, document)
    values (${left.id}, '5001', 'a.myshopify.com', now(), true, '{}')`.execute(db);
  const details = JSON.stringify({ shop: 'a.myshopify.com', request: '9', orders: '5001 5002' });
  await sql`
    insert into audit_entries (merchant_id, id, at, actor, action, subject_id, details)
    values (${left.id}, gen_random_uuid(), now(), 'shop', 'shop.data_requested', ${left.id},
      ${details}::json)`.execute(db);
  await applyMigration(db, '0105-shop-privacy');
  expect((await listShopOwners(db, 'a.myshopify.com')).sort()).toEqual([linked.id, left.id].sort());
  expect(await listAllDataRequests(db)).toMatchObject([
    { merchantId: left.id, requestId: '9', shopOrderIds: ['5001', '5002'] },
  ]);
  const { value } = await readSecurityEvents(db, { action: 'shop.data_requested' }, 10).next();
  expect(value).toMatchObject([{ merchantId: left.id, subject: 'a.myshopify.com 9 5001 5002' }]);
});
