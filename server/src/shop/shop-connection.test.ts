import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ShopConnection } from '@portage/contract/shop/shop-link';
import { useTestServer } from '../testing/build-test-server.ts';
import { type LinkedShop, makeLinkedShop, waitUntil } from '../testing/linked-shop.ts';

const server = useTestServer();

const read = async ({ call }: LinkedShop) =>
  (await call('GET', '/link/connection')).json<ShopConnection>();
const setUp = async ({ call }: LinkedShop) =>
  (await call('POST', '/link/set_up')).json<ShopConnection>();

const WHOLE = { webhooks: 4, webhooksNeeded: 4, hasRates: true, isAddressCurrent: true };

test('a shop that was set up has its webhooks and rates', async () => {
  const linked = await makeLinkedShop(server);
  expect(await read(linked)).toMatchObject({ ...WHOLE, refusals: [] });
  expect((await read(linked)).readAt).toBeDefined();
});

test('what is missing, or calls an address of before, is seen and set up again', async () => {
  const linked = await makeLinkedShop(server);
  const { shop } = linked;
  shop.webhooks.splice(0, 2);
  const old = 'https://old.example/shop';
  Object.assign(shop.webhooks[0] ?? {}, { uri: `${old}/webhooks/orders/cancelled` });
  Object.assign(shop.carrierService ?? {}, { callbackUrl: `${old}/carrier_rates` });
  expect(await read(linked)).toMatchObject({
    ...{ webhooks: 1, hasRates: false, isAddressCurrent: false },
  });
  expect(await setUp(linked)).toMatchObject({ ...WHOLE, refusals: [] });
  expect(shop.webhooks).toHaveLength(4);
  expect(JSON.stringify([shop.webhooks, shop.carrierService])).not.toContain(old);
});

test('a plan without carrier services, and data without approval, are named', async () => {
  const linked = await makeLinkedShop(server);
  const { shop } = linked;
  shop.carrierService = undefined;
  shop.plan = 'basic';
  shop.protectedData = 'none';
  const report = await setUp(linked);
  expect(report).toMatchObject({ hasRates: false });
  expect(report.refusals.map(({ part }) => part)).toContain('rates');
  expect(report.ordersRefused).toMatch(/not approved/);
  // Reading the orders ends with the refusal instead of being tried again and again.
  const key = `reconcile ${linked.merchant.merchant.id}`;
  await waitUntil(async () => {
    const jobs = sql`select from graphile_worker.jobs where key = ${key}`;
    return (await jobs.execute(server.deps.db)).rows.length === 0;
  });
});

test('the last refusal of a call is told in the platform’s words', async () => {
  const linked = await makeLinkedShop(server);
  linked.shop.protectedData = 'none';
  await linked.call('GET', `/orders/locations?shop=${linked.domain}&id=1`);
  linked.shop.protectedData = 'all';
  expect((await read(linked)).lastError?.message).toMatch(/not approved to access/);
});
