import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { DAY, MINUTE } from '@portage/contract/time';
import {
  placeDevOrder,
  staffActions,
  uninstallApp,
} from '../../../demo/src/development-shop/storefront.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readOrder } from '../testing/edit-orders.ts';
import {
  basket,
  buy,
  finishLinkAt,
  hurryJob,
  linkByCalls,
  makeLinkedShop,
  shopCalls,
  shopDepsOf,
  waitUntil,
  waitUntilReconciled,
  walkThrough,
  shopOf,
} from '../testing/linked-shop.ts';
import {
  codeOf,
  makeMerchant,
  makeColleague,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { deleteOrdersOfUnlinkedShop, listLinkedShops } from './link-shop.ts';
import { reconcileShop } from './read-shop-orders.ts';
import { findShop, upsertShop } from './shop-queries.ts';

const server = useTestServer();
async function start(domain: string): Promise<string> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/shop/link/start',
    payload: { query: server.developmentShop.installQuery(domain) },
  });
  return response.json<{ linkToken: string }>().linkToken;
}

const authorize = (merchant: TestMerchant, linkToken: string, replaces = false) =>
  shopCalls(server, merchant)('POST', '/link/authorize', { linkToken, replaces });

async function agreed(merchant: TestMerchant, domain: string): Promise<string> {
  const answer = await authorize(merchant, await start(domain), true);
  return answer.json<{ redirectUrl: string }>().redirectUrl;
}

const profileOf = async (merchant: TestMerchant) =>
  (await merchant.call('GET', '/merchants')).json<Merchant>().shopifyShop;

describe('linking a shop', () => {
  test('updates the profile, and sets up webhooks and rates', async () => {
    const { merchant, shop, domain, call } = await makeLinkedShop(server);
    expect((await call('GET', '/link')).json()).toEqual({
      link: {
        shop: domain,
        state: 'linked',
        linkedAt: TEST_NOW,
        placesOrders: false,
        isDevelopmentShop: true,
      },
    });
    expect(await profileOf(merchant)).toBe(domain);
    expect(shop.webhooks.map(({ topic }) => topic)).toEqual([
      'orders/create',
      'orders/updated',
      'orders/cancelled',
      'app/uninstalled',
    ]);
  });

  test('is refused with a wrong or old signature', async () => {
    const query = server.developmentShop.installQuery('old.myshopify.com');
    const send = (payload: object) =>
      server.app.inject({ method: 'POST', url: '/shop/link/start', payload });
    const wrong = { ...query, shop: 'other.myshopify.com' };
    expect(codeOf(await send({ query: wrong }))).toBe('shop_signature_invalid');
    server.setNow(TEST_NOW + DAY);
    expect(codeOf(await send({ query }))).toBe('shop_signature_invalid');
  });

  test('is refused when the link token is forged, or older than ten minutes', async () => {
    const merchant = await makeMerchant(server);
    const linkToken = await start('slow.myshopify.com');
    expect(codeOf(await authorize(merchant, `${linkToken}x`))).toBe('shop_link_expired');
    server.setNow(TEST_NOW + 11 * MINUTE);
    expect(codeOf(await authorize(merchant, linkToken))).toBe('shop_link_expired');
  });

  test('is refused with an activation or state that is forged or another shop’s', async () => {
    const [domain, other] = ['mine.myshopify.com', 'other.myshopify.com'];
    const { searchParams } = new URL(await agreed(await makeMerchant(server), domain));
    const endOf = async (path: string, query: Readonly<Record<string, string>>) => {
      const url = `/shop/${path}?${new URLSearchParams(query).toString()}`;
      return String((await server.app.inject({ url })).headers.location);
    };
    const token = searchParams.get('token') ?? '';
    const approval = new URL(await endOf('activate_shop', { shop: domain, token }));
    const state = approval.searchParams.get('state') ?? '';
    const approved = (shop: string, returned: string) =>
      endOf('oauth/callback', server.developmentShop.agree(shop, returned));
    for (const end of [
      await endOf('activate_shop', { shop: domain, token: `${token}x` }),
      await endOf('activate_shop', { shop: other, token }),
      await approved(domain, `${state}x`),
      await approved(domain, token),
      await approved(other, state),
    ]) {
      expect(end).toContain('failure=shop_link_expired');
    }
    expect(await approved(domain, state)).toContain('finish=');
  });

  test('that another merchant has is refused, also when both link at once', async () => {
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    const domain = 'wanted.myshopify.com';
    const ends = await Promise.all(
      [one, other].map(async (merchant) => walkThrough(server, await agreed(merchant, domain))),
    );
    const answers = await Promise.all([
      finishLinkAt(server, one, ends[0] ?? ''),
      finishLinkAt(server, other, ends[1] ?? ''),
    ]);
    expect(answers.map((answer) => answer.json<{ shop?: string; code?: string }>())).toEqual(
      expect.arrayContaining([
        { shop: domain },
        expect.objectContaining({ code: 'shop_linked_elsewhere' }),
      ]),
    );
    const loser = (await profileOf(one)) === undefined ? one : other;
    expect(codeOf(await authorize(loser, await start(domain)))).toBe('shop_linked_elsewhere');
  });

  test('while another one is linked keeps one of them, and frees the other', async () => {
    const { merchant, domain } = await makeLinkedShop(server);
    const domains = [`one-${domain}`, `other-${domain}`];
    const ends = await Promise.all(
      domains.map(async (one) => walkThrough(server, await agreed(merchant, one))),
    );
    await Promise.all(ends.map((end) => finishLinkAt(server, merchant, end)));
    const linked = await profileOf(merchant);
    const linkedShops = (await listLinkedShops(server.deps.db)).filter(
      ({ merchantId }) => merchantId === merchant.merchant.id,
    );
    expect(linkedShops.map(({ shop }) => shop)).toEqual([linked]);
  });

  test('while the former one is read leaves its own past orders to be read', async () => {
    const { merchant, domain } = await makeLinkedShop(server);
    const { db } = server.deps;
    const merchantId = merchant.merchant.id;
    const deps = shopDepsOf(server);
    const ask: typeof deps.shopPlatform.ask = async (...call) => {
      const { encryptedToken } = (await findShop(db, merchantId)) ?? {};
      const link = { encryptedToken: encryptedToken ?? Buffer.of(), linkedBy: 'someone' };
      await upsertShop(db, merchantId, { ...link, shop: `next-${domain}`, linkedAt: TEST_NOW });
      return deps.shopPlatform.ask(...call);
    };
    const replaced = { ...deps, shopPlatform: { ...deps.shopPlatform, ask } };
    await reconcileShop(replaced, { merchantId });
    expect(await findShop(db, merchantId)).toMatchObject({ reconciledAt: null });
  });

  test('in place of another one asks first, and unlinks that one', async () => {
    const linked = await makeLinkedShop(server);
    const { merchant, domain } = linked;
    await buy(server, linked);
    const next = `next-${domain}`;
    expect(codeOf(await authorize(merchant, await start(next)))).toBe('other_shop_linked');
    await linkByCalls(server, merchant, next);
    expect(await profileOf(merchant)).toBe(next);
    // Orders of the former shop can no longer be fulfilled.
    expect((await linked.call('GET', '/shop_orders')).json()).toEqual({
      shopOrders: [],
      unreadable: [],
    });
    const heir = await makeMerchant(server);
    expect((await linkByCalls(server, heir, domain)).json()).toEqual({ shop: domain });
  });

  test('started by another user cannot be finished in this browser', async () => {
    const [attacker, victim] = [await makeMerchant(server), await makeMerchant(server)];
    const domain = `wanted-${victim.merchant.id}.myshopify.com`;
    const end = await walkThrough(server, await agreed(attacker, domain));
    expect(end).toMatch(/\/platform\/authorize\?finish=/);
    expect(codeOf(await finishLinkAt(server, victim, end))).toBe('shop_link_of_other_user');
    const colleague = await makeColleague(server, attacker);
    expect(codeOf(await finishLinkAt(server, colleague, end))).toBe('shop_link_of_other_user');
    expect(await profileOf(attacker)).toBe(undefined);
    server.setNow(TEST_NOW + 11 * MINUTE);
    expect(codeOf(await finishLinkAt(server, attacker, end))).toBe('shop_link_expired');
    server.setNow(TEST_NOW);
    expect((await finishLinkAt(server, attacker, end)).json()).toEqual({ shop: domain });
    expect(codeOf(await finishLinkAt(server, attacker, end))).toBe('shop_link_expired');
  });
});

test('an order whose webhook arrived before the link is read once it is linked', async () => {
  const merchant = await makeMerchant(server);
  const domain = `early-${merchant.merchant.id}.myshopify.com`;
  const { developmentShop: world } = server;
  const end = await walkThrough(server, await agreed(merchant, domain));
  world.shop(domain).webhooks = [
    { topic: 'orders/create', uri: 'https://portage.example/shop/webhooks/orders/create' },
  ];
  const early = await placeDevOrder(world, domain, basket(), undefined);
  await finishLinkAt(server, merchant, end);
  await waitUntilReconciled(server, merchant);
  const call = shopCalls(server, merchant);
  expect((await call('GET', '/shop_orders')).body).toContain(`"${early.id}"`);
});

test('a shop linked to another merchant leaves delivery orders with the former one', async () => {
  const former = await makeLinkedShop(server);
  const { domain } = former;
  const bought = await buy(server, former);
  const order = await former.placeAndLocate(bought.id);
  await former.call('DELETE', `/link?shop=${domain}`);
  const merchant = await makeMerchant(server);
  await linkByCalls(server, merchant, domain);
  await waitUntilReconciled(server, merchant);
  const heir = shopOf(server, merchant, domain);
  expect(await heir.list()).toMatchObject([{ shopOrder: { shopOrderId: bought.id } }]);
  expect((await heir.list())[0]).not.toHaveProperty('orderId');

  const body = { orderId: order.id, locationId: 'gid://shopify/Location/71001' };
  const refused = await former.call('POST', `/orders/fulfill?shop=${domain}`, body);
  expect(codeOf(refused)).toBe('shop_not_linked');
  await staffActions.edit(server.developmentShop, domain, bought);
  await waitUntil(async () =>
    JSON.stringify(await heir.list()).includes(String(bought.shippingAddress?.address1)),
  );
  expect(JSON.stringify(await former.list())).not.toContain('(rear)');
  const own = await heir.place(bought.id);
  expect(own.statusCode).toBe(201);
  expect((await readOrder(former.merchant, order.id)).version).toBe(order.version);
});

test('unlinking removes the shop from the profile, and keeps its orders for 30 days', async () => {
  const linked = await makeLinkedShop(server);
  await buy(server, linked);
  const other = await makeMerchant(server);
  const path = `/link?shop=${linked.domain}`;
  expect(codeOf(await shopCalls(server, other)('DELETE', path))).toBe('shop_not_linked');
  expect((await linked.call('DELETE', path)).statusCode).toBe(204);
  expect((await linked.call('GET', '/link')).json()).toEqual({});
  expect(await profileOf(linked.merchant)).toBe(undefined);
  expect(await linked.list()).toHaveLength(1);
  const { id: merchantId } = linked.merchant.merchant;
  const job = await sql<{ days: number }>`
    select extract(day from run_at - created_at)::int as days from graphile_worker.jobs
    where key = ${`shop orders ${merchantId} ${linked.domain}`}`.execute(server.deps.db);
  expect(job.rows).toEqual([{ days: 30 }]);

  const reference = { merchantId, shop: linked.domain };
  await linkByCalls(server, linked.merchant, linked.domain);
  await waitUntilReconciled(server, linked.merchant);
  await deleteOrdersOfUnlinkedShop(server.deps, reference);
  expect(await linked.list()).toHaveLength(1);
  await linked.call('DELETE', path);
  await deleteOrdersOfUnlinkedShop(server.deps, reference);
  expect(await linked.list()).toEqual([]);
  const about = { merchantId, actor: linked.merchant.username };
  const [isLinked, isUnlinked] = ['shop.linked', 'shop.unlinked'].map((action) => ({
    action,
    subject: linked.domain,
  }));
  expect(await securityEvents(server.deps.db, 'shop.', about)).toMatchObject([
    isLinked,
    isUnlinked,
    isLinked,
    isUnlinked,
  ]);
});

describe('unlinking', () => {
  test('removes webhooks and rates from the shop, and revokes the token', async () => {
    const [linked, other] = [await makeLinkedShop(server), await makeLinkedShop(server)];
    const { shop, domain } = linked;
    const { generation } = shop;
    expect(shop.webhooks).toHaveLength(4);
    expect((await linked.call('DELETE', `/link?shop=${domain}`)).statusCode).toBe(204);
    expect([shop.webhooks, shop.carrierService, shop.isInstalled]).toEqual([[], undefined, false]);
    expect(shop.generation).toBeGreaterThan(generation);
    expect((await other.call('GET', '/link')).json()).toMatchObject({ link: { state: 'linked' } });
  });

  test('twice at once succeeds once', async () => {
    const { domain, call } = await makeLinkedShop(server);
    const answers = await Promise.all([1, 2].map(() => call('DELETE', `/link?shop=${domain}`)));
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect(statuses).toEqual(new Set([204, 404]));
  });

  test('uninstalls the app even if the shop refuses a step', async () => {
    const { shop, domain, call } = await makeLinkedShop(server);
    shop.withheldScopes = new Set(['write_shipping']);
    expect((await call('DELETE', `/link?shop=${domain}`)).statusCode).toBe(204);
    expect([shop.webhooks, shop.isInstalled]).toEqual([[], false]);
  });

  test('works while the shop does not answer, and is cleaned up later', async () => {
    const linked = await makeLinkedShop(server);
    linked.shop.failure = 'frozen';
    expect((await linked.call('DELETE', `/link?shop=${linked.domain}`)).statusCode).toBe(204);
    expect(linked.shop.webhooks).toHaveLength(4);
    linked.shop.failure = 'none';
    await hurryJob(server, `leave ${linked.merchant.merchant.id} ${linked.domain}`);
    await waitUntil(() => linked.shop.webhooks.length === 0);
  });
});

test('uninstalling the app asks to link again, and linking again does', async () => {
  const linked = await makeLinkedShop(server);
  server.setNow(TEST_NOW + MINUTE);
  await uninstallApp(server.developmentShop, linked.domain);
  const state = async () =>
    (await linked.call('GET', '/link')).json<{ link: { state: string } }>().link.state;
  await waitUntil(async () => (await state()) === 'authorization_lost');
  const again = await linked.call('POST', '/link/again');
  const end = await walkThrough(server, again.json<{ redirectUrl: string }>().redirectUrl);
  expect((await finishLinkAt(server, linked.merchant, end)).json()).toEqual({
    shop: linked.domain,
  });
  await waitUntil(() => linked.shop.carrierService !== undefined);
  expect(await state()).toBe('linked');
  const refused = await authorize(await makeMerchant(server), await start(linked.domain));
  expect(codeOf(refused)).toBe('shop_linked_elsewhere');
});
