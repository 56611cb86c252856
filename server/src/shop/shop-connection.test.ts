import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ShopConnection } from '@portage/contract/shop/shop-link';
import { useTestServer } from '../testing/build-test-server.ts';
import { type LinkedShop, makeLinkedShop, shopDepsOf, waitUntil } from '../testing/linked-shop.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { connectShops, connectShop } from './shop-connection.ts';
import { webhookCreateDocument } from './shop-documents.ts';
import { updateShop } from './shop-queries.ts';
import { withShop } from './with-shop.ts';

const server = useTestServer();

const read = async ({ call }: LinkedShop) =>
  (await call('GET', '/link/connection')).json<ShopConnection>();
const setUp = async ({ call }: LinkedShop) =>
  (await call('POST', '/link/set_up')).json<ShopConnection>();

const WHOLE = { webhooks: 4, webhooksNeeded: 4, hasRates: true, isAddressCurrent: true };

test('a shop that is set up has its webhooks and rates', async () => {
  const linked = await makeLinkedShop(server);
  expect(await read(linked)).toMatchObject({ ...WHOLE, refusals: [] });
  expect((await read(linked)).readAt).toBeDefined();
});

test('missing and outdated parts of the link are found and set up again', async () => {
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

test('a plan without carrier services and missing data approval are reported', async () => {
  const linked = await makeLinkedShop(server);
  const { shop } = linked;
  shop.carrierService = undefined;
  shop.plan = 'basic';
  shop.protectedData = 'none';
  const report = await setUp(linked);
  expect(report).toMatchObject({ hasRates: false });
  expect(report.refusals.map(({ part }) => part)).toContain('rates');
  expect(report.ordersRefused).toMatch(/not approved/);
  // A refusal ends the reading of orders without retries.
  const key = `reconcile ${linked.merchant.merchant.id}`;
  await waitUntil(async () => {
    const jobs = sql`select from graphile_worker.jobs where key = ${key}`;
    return (await jobs.execute(server.deps.db)).rows.length === 0;
  });
});

test('the last refused call is shown with the platform’s message', async () => {
  const linked = await makeLinkedShop(server);
  linked.shop.protectedData = 'none';
  await linked.call('GET', `/orders/locations?shop=${linked.domain}&id=1`);
  linked.shop.protectedData = 'all';
  expect((await read(linked)).lastError?.message).toMatch(/not approved to access/);
});

test('a changed public address is corrected in each shop, even if one fails', async () => {
  const [frozen, linked] = [await makeLinkedShop(server), await makeLinkedShop(server)];
  const { db } = server.deps;
  const key = ({ merchant }: LinkedShop) => `connect ${merchant.merchant.id}`;
  const jobs = async (one: LinkedShop) =>
    (
      await sql<{ error: string | null }>`
        select last_error as error from graphile_worker.jobs where key = ${key(one)}`.execute(db)
    ).rows;
  await waitUntil(async () => (await jobs(linked)).length === 0);
  frozen.shop.failure = 'frozen';
  const old = 'https://old.example/shop';
  for (const { merchant, shop } of [frozen, linked]) {
    await updateShop(db, merchant.merchant.id, { callbackUrl: old });
    for (const one of shop.webhooks) one.uri = one.uri.replace(/^.*\/shop/, old);
    Object.assign(shop.carrierService ?? {}, { callbackUrl: `${old}/carrier_rates` });
  }
  await connectShops(shopDepsOf(server), { moved: true });
  const addresses = () => JSON.stringify([linked.shop.webhooks, linked.shop.carrierService]);
  await waitUntil(() => !addresses().includes(old));
  expect(linked.shop.webhooks).toHaveLength(4);
  await waitUntil(async () => (await jobs(frozen)).some(({ error }) => error !== null));
  expect(frozen.shop.webhooks[0]?.uri).toContain(old);

  await waitUntil(async () => (await jobs(linked)).length === 0);
  await connectShops(shopDepsOf(server), { moved: true });
  expect(await jobs(linked)).toEqual([]);
});

test('a scope that was not granted does not prevent the other parts', async () => {
  const linked = await makeLinkedShop(server);
  const { shop } = linked;
  shop.webhooks.splice(0, 2);
  shop.withheldScopes = new Set(['write_shipping']);
  expect(await setUp(linked)).toMatchObject({ webhooks: 4, hasRates: false });
});

test('every refusal of the platform is logged as a warning', async () => {
  const linked = await makeLinkedShop(server);
  const { log, lines } = recordedLog('warn');
  const deps = { ...shopDepsOf(server), log };
  const { id } = linked.merchant.merchant;
  linked.shop.carrierService = undefined;
  linked.shop.plan = 'basic';
  await connectShop(deps, id);
  const uri = 'https://nowhere.example';
  const ask = () =>
    withShop(deps, { merchantId: id }, (call) =>
      call(webhookCreateDocument, { topic: 'ORDERS_CREATE', uri }),
    );
  linked.shop.failure = 'frozen';
  await ask().catch(() => undefined);
  const reasons = lines.map((line) => (JSON.parse(line) as { reason: string }).reason);
  expect(reasons).toEqual([
    'Carrier Calculated Shipping must be enabled for your store',
    expect.stringContaining('frozen or closed'),
  ]);
});
