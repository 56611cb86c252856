import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import type { ShopLink } from '@portage/contract/shop/shop';
import { type CarrierRate, SHOP_TOPICS } from '@portage/contract/shop/shop-callbacks';
import type { UnreadableShopOrder } from '@portage/contract/shop/shop-orders';
import { DAY } from '@portage/contract/time';
import {
  checkoutRates,
  placeDevOrder,
  uninstallApp,
  customerRedactBody,
  dataRequestBody,
  shopBody,
  shopRedactBody,
} from '../../../demo/src/development-shop/storefront.ts';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readOrder } from '../testing/edit-orders.ts';
import {
  basket,
  buy,
  type LinkedShop,
  listJobs,
  makeLinkedShop,
  makeShopOrder,
  sendSigned,
  sendWebhook,
  shopCalls,
  shopDepsOf,
  waitUntil,
  waitUntilNoJobs,
  TORONTO,
} from '../testing/linked-shop.ts';
import { codeOf, openTestSession, TEST_PASSWORD } from '../testing/make-merchant.ts';
import { waitUntilPlaced } from '../testing/make-order.ts';
import { redactShop } from './privacy.ts';
import { followShopOrder, reconcileShop } from './read-shop-orders.ts';
import { signatureOfBody } from './shop-signatures.ts';

const server = useTestServer();

const webhook = sendWebhook.bind(null, server);

async function followJobs(shopOrderId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from graphile_worker.jobs
    where task_identifier = 'follow-shop-order' and key like ${`%${shopOrderId}`}`.execute(
    server.deps.db,
  );
  return Number(rows[0]?.count);
}

const waitUntilIdle = (linked: LinkedShop) => waitUntilNoJobs(server, linked);

const NO_ORDERS = '{"shopOrders":[],"unreadable":[]}';

const listed = async ({ call }: LinkedShop) => (await call('GET', '/shop_orders?show=all')).body;
describe('a webhook', () => {
  test('is refused before it is parsed unless its bytes are signed', async () => {
    const { domain } = await makeLinkedShop(server);
    const wrong = await webhook(
      domain,
      'orders/create',
      { id: 1 },
      { 'x-shopify-hmac-sha256': signatureOfBody('other', Buffer.from('{"id":1}')) },
    );
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([401, 'shop_signature_invalid']);
    for (const body of ['{', '', '[]', 'null', '"{}"']) {
      expect(codeOf(await webhook(domain, 'orders/create', body))).toBe('shop_signature_invalid');
    }
    expect(codeOf(await webhook(domain, 'orders/create', {}))).toBe('malformed_json');
    const nameless = await webhook('evil.com', 'orders/create', { id: 1 });
    expect(codeOf(nameless)).toBe('shop_signature_invalid');
    expect(codeOf(await webhook(domain, 'orders/paid', { id: 1 }))).toBe('not_found');
    const large = await webhook(domain, 'orders/create', { id: 1, note: 'x'.repeat(5_000_000) });
    expect(codeOf(large)).toBe('body_too_large');
  });

  test('that is repeated, late or for an unknown shop changes nothing', async () => {
    const { linked, bought: order } = await makeShopOrder(server);
    for (const topic of ['orders/cancelled', 'orders/create', 'orders/create']) {
      const answer = await webhook(linked.domain, topic, { id: Number(order.id) });
      expect(answer.json()).toEqual({ received: true });
    }
    const stranger = await webhook('stranger.myshopify.com', 'orders/create', { id: 1 });
    expect(stranger.statusCode).toBe(200);
    // Reads the order again instead of trusting webhooks.
    expect(await listed(linked)).not.toContain('cancelledAt');
    order.cancelledAt = TEST_NOW;
    await webhook(linked.domain, 'orders/updated', { id: Number(order.id) });
    await waitUntil(async () => (await listed(linked)).includes('cancelledAt'));
  });

  test('with a repeated id is handled once, and forgotten after days', async () => {
    const { linked, bought: order } = await makeShopOrder(server);
    const again = { 'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043' };
    const body = { id: Number(order.id) };
    await webhook(linked.domain, 'orders/updated', body, again);
    await waitUntil(async () => (await followJobs(order.id)) === 0);
    order.note = 'Said by nobody';
    const second = await webhook(linked.domain, 'orders/updated', body, again);
    expect(second.json()).toEqual({ received: true });
    expect(await followJobs(order.id)).toBe(0);
    expect(await listed(linked)).not.toContain('Said by nobody');

    const { deps } = server;
    const count = async () =>
      (await deps.db.selectFrom('shop_webhooks').selectAll().execute()).length;
    await deleteOldRows(deps, 'shop_webhooks');
    expect(await count()).toBeGreaterThan(0);
    const clock = { now: () => TEST_NOW + 4 * DAY };
    await deleteOldRows({ ...deps, clock }, 'shop_webhooks');
    expect(await count()).toBe(0);
  });

  test('about a fulfillment by Portage does not read the order', async () => {
    const { linked, bought: order } = await makeShopOrder(server);
    await linked.createAndFulfill(order.id, { locationId: TORONTO });
    const { spent } = linked.shop.bucket;
    const told = { id: Number(order.id), fulfillment_status: 'fulfilled' };
    await webhook(linked.domain, 'orders/updated', told);
    await waitUntil(async () => (await followJobs(order.id)) === 0);
    expect(linked.shop.bucket.spent).toBe(spent);
    await webhook(linked.domain, 'orders/updated', { ...told, cancelled_at: '2026-06-10' });
    await waitUntil(() => linked.shop.bucket.spent > spent);
  });

  test('about privacy deletes the named data', async () => {
    const linked = await makeLinkedShop(server);
    const { domain } = linked;
    const [one, two] = [await buy(server, linked), await buy(server, linked)];
    await webhook(domain, 'customers/redact', customerRedactBody(domain, [one.id]));
    expect(await listed(linked)).not.toContain(one.id);
    expect(await listed(linked)).toContain(two.id);
    await webhook(domain, 'customers/data_request', dataRequestBody(domain, [two.id]));
    await uninstallApp(server.developmentShop, domain);
    await webhook(domain, 'shop/redact', shopRedactBody(domain));
    await waitUntil(async () => (await listed(linked)) === NO_ORDERS);
  });

  describe('that another shop could forge changes nothing:', () => {
    const CALLS = [...SHOP_TOPICS.map((topic) => `/webhooks/${topic}`), '/carrier_rates'] as const;

    test.each(CALLS)('its signed install request as the body of %s', async (path) => {
      const victim = await makeLinkedShop(server);
      await buy(server, victim);
      const before = await listed(victim);
      const { hmac, ...query } = server.developmentShop.installQuery('hostile.myshopify.com');
      const answer = await server.app.inject({
        method: 'POST',
        url: `/shop${path}`,
        payload: new URLSearchParams(query).toString(),
        headers: {
          'content-type': 'application/json',
          'x-shopify-shop-domain': victim.domain,
          'x-shopify-hmac-sha256': Buffer.from(String(hmac), 'hex').toString('base64'),
        },
      });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'shop_signature_invalid']);
      await waitUntilIdle(victim);
      expect(await listed(victim)).toBe(before);
      expect((await victim.call('GET', '/link')).body).toContain('"linked"');
    });

    test.each([
      ['app/uninstalled', shopBody],
      ['shop/redact', shopRedactBody],
      ['customers/redact', (domain: string) => customerRedactBody(domain, ['1'])],
      ['customers/data_request', (domain: string) => dataRequestBody(domain, ['1'])],
    ] as const)('%s that names another shop, or none', async (topic, bodyOf) => {
      const victim = await makeLinkedShop(server);
      await buy(server, victim);
      await uninstallApp(server.developmentShop, victim.domain);
      const before = await listed(victim);
      const hostile = await webhook(victim.domain, topic, bodyOf('hostile.myshopify.com'));
      expect([hostile.statusCode, codeOf(hostile)]).toEqual([401, 'shop_signature_invalid']);
      expect(codeOf(await webhook(victim.domain, topic, {}))).toBe('malformed_json');
      await waitUntilIdle(victim);
      expect(await listed(victim)).toBe(before);
    });

    test.each([
      ['app/uninstalled', shopBody],
      ['shop/redact', shopRedactBody],
    ] as const)('%s of a shop that still accepts the token', async (topic, bodyOf) => {
      const { linked } = await makeShopOrder(server);
      const before = await listed(linked);
      expect((await webhook(linked.domain, topic, bodyOf(linked.domain))).statusCode).toBe(200);
      await waitUntilIdle(linked);
      expect(await listed(linked)).toBe(before);
      expect((await linked.call('GET', '/link')).body).toContain('"linked"');
    });
  });

  test.each([
    ['does not answer', 'unreachable'],
    ['has frozen the shop', 'frozen'],
  ] as const)('to delete a shop waits while the platform %s', async (_state, failure) => {
    const { linked } = await makeShopOrder(server);
    linked.shop.failure = failure;
    await webhook(linked.domain, 'shop/redact', shopRedactBody(linked.domain));
    const isTomorrow = async () =>
      (await listJobs(server, linked)).some(
        ({ name, hours }) => name === 'redact-shop' && hours > 20,
      );
    await waitUntil(isTomorrow);
    expect(await listed(linked)).not.toBe(NO_ORDERS);
    // Not longer than the platform allows.
    const shop = { merchantId: linked.merchant.merchant.id, shop: linked.domain };
    await redactShop(shopDepsOf(server), { ...shop, receivedAt: TEST_NOW - 29 * DAY });
    expect(await listed(linked)).toBe(NO_ORDERS);
  });
});

test('reconciling finds the orders of lost webhooks', async () => {
  const { linked, bought: order } = await makeShopOrder(server);
  linked.shop.webhooks = [];
  order.note = 'Changed without a word';
  order.updatedAt = TEST_NOW + 1;
  await reconcileShop(shopDepsOf(server), { merchantId: linked.merchant.merchant.id });
  expect(await listed(linked)).toContain('Changed without a word');
});

describe('a shop order that changes while it is read', () => {
  async function makeFollowed() {
    const { linked, bought } = await makeShopOrder(server);
    const { id } = await linked.placeAndLocate(bought.id);
    linked.shop.webhooks = [];
    const deps = shopDepsOf(server);
    const change = { merchantId: linked.merchant.merchant.id, shopOrderId: bought.id };
    /** Follows it, and waits between reading and storing. */
    const follow = (wait: () => unknown = () => undefined) => {
      const ask: typeof deps.shopPlatform.ask = async (...call) => {
        const answer = await deps.shopPlatform.ask(...call);
        await wait();
        return answer;
      };
      const waiting = { ...deps, shopPlatform: { ...deps.shopPlatform, ask } };
      return followShopOrder(waiting, { ...change, isFulfilled: false });
    };
    const stored = async () => (await linked.list())[0]?.shopOrder;
    const tagsOfDelivery = async () => (await readOrder(linked.merchant, id)).tags;
    return { bought, follow, stored, tagsOfDelivery };
  }

  test('is stored as it was read last', async () => {
    const { bought, follow, stored, tagsOfDelivery } = await makeFollowed();
    bought.tags = ['early'];
    await follow(async () => {
      Object.assign(bought, { tags: ['late'], note: 'Later', updatedAt: bought.updatedAt + 1000 });
      await follow();
    });
    expect(await stored()).toMatchObject({ tags: ['late'], note: 'Later' });
    expect(await tagsOfDelivery()).toEqual(['late']);
  });

  test('has the same tags as its delivery order', async () => {
    const { bought, follow, stored, tagsOfDelivery } = await makeFollowed();
    for (let round = 0; round < 5; round += 1) {
      const bothRead = Promise.withResolvers<void>();
      let second = bothRead.promise;
      bought.tags = [`one ${round}`];
      await follow(async () => {
        bought.tags = [`other ${round}`];
        second = follow(bothRead.resolve);
        await bothRead.promise;
      });
      await second;
      expect(await tagsOfDelivery()).toEqual((await stored())?.tags);
    }
  });
});

test('an order that cannot be read is reported to the merchant without blocking others', async () => {
  const linked = await makeLinkedShop(server);
  const { shop, merchant } = linked;
  const [refused, odd, fine] = [
    await buy(server, linked),
    await buy(server, linked),
    await buy(server, linked),
  ];
  shop.webhooks = [];
  refused.failsWith = 'Access denied for note field.';
  Object.assign(odd.items[0] ?? {}, { title: 'x'.repeat(2000) });
  for (const one of [refused, odd, fine]) one.updatedAt = TEST_NOW + 1;
  fine.note = 'Behind the unreadable ones';
  const reconcile = () => reconcileShop(shopDepsOf(server), { merchantId: merchant.merchant.id });
  const unreadable = async ({ call } = linked) =>
    (await call('GET', '/shop_orders')).json<{ unreadable: UnreadableShopOrder[] }>().unreadable;
  const other = await makeLinkedShop(server);
  for (const only of [undefined, refused]) {
    await reconcile();
    expect(await unreadable(other)).toEqual([]);
    expect(await listed(linked)).toContain('Behind the unreadable ones');
    const told = await unreadable();
    expect(told.toSorted((one, other) => (one.shopOrderId < other.shopOrderId ? -1 : 1))).toEqual([
      {
        shopOrderId: refused.id,
        number: refused.name,
        reason: 'Access denied for note field.',
        failedAt: TEST_NOW,
      },
      ...(only ? [] : [{ shopOrderId: odd.id, number: odd.name, failedAt: TEST_NOW }]),
    ]);
    Object.assign(odd.items[0] ?? {}, { title: 'x' });
  }
  expect((await linked.choicesFor(refused.id)).body).toContain('Access denied for note field.');
  await webhook(linked.domain, 'orders/updated', { id: Number(refused.id) });
  await waitUntilIdle(linked);
  delete refused.failsWith;
  await webhook(linked.domain, 'orders/updated', { id: Number(refused.id) });
  await waitUntil(async () => (await unreadable()).length === 0);
});

describe('rates at checkout', () => {
  const ask = (domain: string, changes: Parameters<typeof basket>[0] = {}) =>
    checkoutRates(server.developmentShop, server.deliver, domain, basket(changes));

  test('are for services without a window, with unique codes, in cents', async () => {
    const { domain } = await makeLinkedShop(server);
    const rates = await ask(domain);
    const codes = rates.map(({ service_code: code }: CarrierRate) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toContain('PORTAGE_NEXTDAY');
    expect(codes).not.toContain('PORTAGE_SCHEDULED');
    for (const { total_price: cents, currency } of rates) {
      expect([/^\d+$/.test(cents), currency]).toEqual([true, 'CAD']);
    }
  });

  test('are from the merchant’s location, where the order ships, not the shop’s', async () => {
    const quebec = {
      ...{ street: '5455 Av. de Gaspé', city: 'Montréal', province: 'QC' },
      ...{ postalCode: 'H2T 3B3', country: 'CA' as const },
    };
    const { domain, merchant, shop } = await makeLinkedShop(server, { merchantLocation: quebec });
    expect(shop.locations[0]?.address.zip).toBe('M6R 2B7');
    const { address } = basket();
    const zip = 'H2X 1Y4';
    const quoted = await merchant.call('POST', '/rates', {
      payload: {
        originPostalCode: quebec.postalCode,
        postalCode: zip,
        packages: [{ weightOptions: { weight: 1.8, unit: 'kg' } }],
      },
    });
    const rates = await ask(domain, { address: { ...address, zip, provinceCode: 'QC' } });
    const cents = Object.fromEntries(
      quoted
        .json<{ service: string; price: number }[]>()
        .map(({ service, price }) => [`PORTAGE_${service}`, String(Math.round(price * 100))]),
    );
    expect(rates).not.toEqual([]);
    for (const { service_code: code, total_price: price } of rates) {
      expect([code, price]).toEqual([code, cents[code]]);
    }
  });

  test('are in the buyer’s language and the shop’s currency, and none for unserved areas', async () => {
    const { domain, shop } = await makeLinkedShop(server);
    const names = (await ask(domain, { locale: 'fr-CA' })).map((rate) => rate.service_name);
    expect(names).toContain('Portage – Lendemain');
    const { address } = basket();
    expect(await ask(domain, { address: { ...address, zip: 'X0A 0H0' } })).toEqual([]);
    expect(await ask(domain, { address: { ...address, zip: 'SW1A 1AA' } })).toEqual([]);
    shop.currency = 'USD';
    expect(await ask(domain)).toEqual([]);
  });

  test('of an unlinked shop are an error, so that its checkout shows backup rates', async () => {
    const body = { rate: { origin: {}, destination: {}, items: [] } };
    const answer = await sendSigned(server, 'unlinked.myshopify.com', {
      path: '/carrier_rates',
      body,
    });
    expect(codeOf(answer)).toBe('shop_not_linked');
  });

  test('are refused for more items than a cart can hold', async () => {
    const { domain } = await makeLinkedShop(server);
    const items = Array.from({ length: 1001 }, () => ({ quantity: 1, grams: 1 }));
    const body = { rate: { origin: {}, destination: {}, items } };
    const answer = await sendSigned(server, domain, { path: '/carrier_rates', body });
    expect(codeOf(answer)).toBe('malformed_json');
  });

  test('follow the country, not the form of the postal code', async () => {
    const { domain } = await makeLinkedShop(server, {
      merchantLocation: {
        ...{ street: '95 Perry St', city: 'Buffalo', province: 'NY' },
        ...{ postalCode: '14201', country: 'US' as const },
      },
    });
    const { address } = basket();
    const zip = { ...address, zip: '14199' };
    const { deliver, developmentShop: world } = server;
    const rates = (countryCodeV2: string) => {
      const changes = { address: { ...zip, countryCodeV2 } };
      world.shop(domain).currency = 'USD';
      return checkoutRates(world, deliver, domain, basket(changes));
    };
    expect(await rates('US')).not.toEqual([]);
    expect(await rates('DE')).toEqual([]);
  });

  test('require a phone unless optional for the merchant', async () => {
    const [usual, optional] = [
      await makeLinkedShop(server),
      await makeLinkedShop(server, { phoneOptional: true }),
    ];
    const phones = async (domain: string) =>
      new Set((await ask(domain)).map(({ phone_required: isRequired }) => isRequired));
    expect(await phones(usual.domain)).toEqual(new Set([true]));
    expect(await phones(optional.domain)).toEqual(new Set([undefined]));
  });

  test('in a currency other than the shop’s are reported to the merchant until corrected', async () => {
    const { domain, shop, call } = await makeLinkedShop(server);
    const told = async () =>
      (await call('GET', '/link')).json<{ link: ShopLink }>().link.foreignCurrency;
    await ask(domain);
    expect(await told()).toBe(undefined);
    shop.currency = 'USD';
    await ask(domain);
    expect(await told()).toBe('USD');
    shop.currency = 'CAD';
    await ask(domain);
    expect(await told()).toBe(undefined);
  });

  test('are kept as quoted when the order is placed days later', async () => {
    const linked = await makeLinkedShop(server);
    const rates = await ask(linked.domain);
    const quoted = rates.find(({ service_code: code }) => code === 'PORTAGE_SAMEDAY');
    expect(quoted).toBeDefined();
    const { developmentShop: world } = server;
    const bought = await placeDevOrder(world, linked.domain, basket(), quoted);
    await waitUntil(async () =>
      (await linked.call('GET', '/shop_orders')).body.includes(`"${bought.id}"`),
    );
    for (const hours of [10, 72]) {
      await server.later(hours * 60 * 60_000, async () => {
        const session = await openTestSession(server, linked.merchant.username, TEST_PASSWORD);
        const call = shopCalls(server, session);
        const placed = await call('POST', `/shop_orders/${bought.id}/place`, {});
        const { id } = placed.json<Order>();
        const order = await waitUntilPlaced({ ...linked.merchant, ...session }, id);
        expect(order).toMatchObject({ orderStatus: 'GEOCODED', service: 'SAMEDAY' });
        expect(String(Math.round((order.rateChoice?.price ?? 0) * 100))).toBe(quoted?.total_price);
        await session.call('DELETE', `/orders/${id}`);
      });
    }
  });
});
