import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { listDeletedOrdersWith } from './deleted-order-queries.ts';

const server = useTestServer();

test('deleted orders of a shop order are found by an index', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const customFields = [{ name: 'Shopify order ID', value: '5550009876543' }];
  const order = await makeOrder(merchant, { customFields });
  await merchant.call('DELETE', `/orders/${order.id}`);
  await other.call('DELETE', `/orders/${(await makeOrder(other, { customFields })).id}`);
  const { db } = server.deps;
  await sql`
    insert into deleted_orders
      (merchant_id, id, created_at, version, deleted_at, deleted_by, document)
    select merchant_id, gen_random_uuid(), created_at, version, deleted_at, deleted_by,
      replace(document::text, '5550009876543', (5550000000000 + number)::text)::json
    from deleted_orders, generate_series(1, 3000) as number`.execute(db);
  await sql`analyze deleted_orders`.execute(db);
  await db.transaction().execute(async (trx) => {
    const found = await listDeletedOrdersWith(trx, merchant.merchant.id, '5550009876543');
    expect(found.map(({ id }) => id)).toEqual([order.id]);
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans('deleted_orders_by_custom_field'::regclass) as scans`.execute(
      trx,
    );
    expect(rows[0]?.scans).toBeGreaterThan(0);
  });
});
