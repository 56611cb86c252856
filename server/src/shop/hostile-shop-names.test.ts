import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { basket, buy, type LinkedShop, makeLinkedShop } from '../testing/linked-shop.ts';
import { signLinkToken } from './link-shop.ts';
import { signatureOfBody, signatureOfQuery } from './shop-signatures.ts';

const server = useTestServer();

const HOSTILE = [
  'evil.com/.myshopify.com',
  'evil.com#.myshopify.com',
  'evil.com\\.myshopify.com',
  'evil.com?.myshopify.com',
  'user@shop.myshopify.com',
  'shop.myshopify.com:443',
  'shop.myshopify.com.evil.com',
  'shop.myshopify.com\n',
  '\nshop.myshopify.com',
  'shop.myshopify.com\0',
  ' shop.myshopify.com',
  'shop\u3002myshopify\u3002com',
  'shop\uff0emyshopify\uff0ecom',
  '\u212aelvin.myshopify.com',
  'bo\u017ftonian.myshopify.com',
  'sh\u043ep.myshopify.com',
  '-shop.myshopify.com',
  '.myshopify.com',
  'a.b.myshopify.com',
  'myshopify.com',
  '127.0.0.1',
  '[::1]',
  '2130706433',
  '0x7f.1',
  '169.254.169.254',
  'localhost',
  `${'a'.repeat(300)}.myshopify.com`,
  '',
];

const ENTRIES: Record<string, (shop: string) => InjectOptions | Promise<InjectOptions>> = {
  'GET /orders/locations': (shop) =>
    asUser('GET', `/orders/locations?${queryOf({ shop, id: '1' })}`),
  'POST /orders/fulfill': (shop) =>
    asUser('POST', `/orders/fulfill?${queryOf({ shop })}`, { orderId: '1', locationId: 'x' }),
  'POST /orders/create_and_fulfill': (shop) => {
    const payload = { orderId: '1', locationId: 'x', rate: 'NEXTDAY' };
    return asUser('POST', `/orders/create_and_fulfill?${queryOf({ shop })}`, payload);
  },
  'POST /bulk_fulfill': (shop) => {
    const orders = [{ portageId: crypto.randomUUID(), shopOrderId: '1' }];
    return asUser('POST', '/bulk_fulfill', { shopName: shop, orders });
  },
  'POST /orders/tags/sync': (shop) => {
    const orders = [{ orderId: crypto.randomUUID(), shopOrderId: '1' }];
    return asUser('POST', '/orders/tags/sync', { shopName: shop, orders });
  },
  'DELETE /link': (shop) => asUser('DELETE', `/link?${queryOf({ shop })}`),
  'POST /link/start': (shop) => ({
    method: 'POST',
    url: '/shop/link/start',
    payload: { query: signed({ shop, timestamp: seconds() }) },
  }),
  'GET /activate_shop': async (shop) => {
    const token = await signLinkToken(server.deps, 'activation', claimsOf(shop));
    return { method: 'GET', url: `/shop/activate_shop?${queryOf({ shop, token })}` };
  },
  'GET /oauth/callback': async (shop) => {
    const state = await signLinkToken(server.deps, 'state', claimsOf(shop));
    const query = signed({ shop, timestamp: seconds(), code: 'x', state });
    return { method: 'GET', url: `/shop/oauth/callback?${queryOf(query)}` };
  },
  'POST /webhooks': (shop) => asPlatform('/webhooks/orders/create', shop, { id: 1 }),
  'POST /carrier_rates': (shop) => asPlatform('/carrier_rates', shop, RATE_REQUEST),
};

/** Refusals other than `invalid_request`. */
const REFUSALS: Readonly<Record<string, string>> = {
  'GET /activate_shop': 'failure=shop_link_expired',
  'GET /oauth/callback': 'failure=shop_signature_invalid',
  'POST /webhooks': 'shop_signature_invalid',
  'POST /carrier_rates': 'shop_signature_invalid',
};

const RATE_REQUEST = {
  rate: { origin: {}, destination: { postal_code: 'M5B 1C6' }, items: [], currency: 'CAD' },
};

let linked: LinkedShop;
beforeAll(async () => {
  linked = await makeLinkedShop(server);
});

const claimsOf = (shop: string) => {
  return { shop, merchantId: linked.merchant.merchant.id, username: 'someone' };
};
const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();
const seconds = () => String(Math.floor(server.deps.clock.now() / 1000));
const signed = (query: Record<string, string>) => ({
  ...query,
  hmac: signatureOfQuery(server.developmentShop.clientSecret, query),
});

function asUser(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object): InjectOptions {
  const headers = { authorization: `Bearer ${linked.merchant.token}` };
  return { method, url: `/shop${path}`, headers, ...(payload && { payload }) };
}

function asPlatform(path: string, shop: string, value: object): InjectOptions {
  const payload = Buffer.from(JSON.stringify(value));
  const headers = {
    'content-type': 'application/json',
    'x-shopify-shop-domain': shop,
    'x-shopify-hmac-sha256': signatureOfBody(server.developmentShop.clientSecret, payload),
  };
  return { method: 'POST', url: `/shop${path}`, headers, payload };
}

describe.each(Object.entries(ENTRIES))('%s', (name, call) => {
  const refusal = REFUSALS[name] ?? 'invalid_request';

  test.each(HOSTILE)('refuses the shop %j without a request', async (shop) => {
    const before = server.developmentShop.shops().length;
    const answer = await server.app.inject(await call(shop));
    const said = answer.headers.location ?? answer.json<{ code: string }>().code;
    expect(said).toEqual(expect.stringMatching(new RegExp(`${refusal}$`)));
    expect(server.developmentShop.shops()).toHaveLength(before);
  });
});

test('the domain of a linked shop is matched in any case', async () => {
  const bought = await buy(server, linked);
  const loud = linked.domain.toUpperCase();
  const path = `/orders/locations?${queryOf({ shop: loud, id: bought.id })}`;
  expect((await server.app.inject(asUser('GET', path))).statusCode).toBe(200);
  const start = await server.app.inject({
    method: 'POST',
    url: '/shop/link/start',
    payload: { query: signed({ shop: loud, timestamp: seconds() }) },
  });
  expect(start.json()).toMatchObject({ shop: linked.domain });
  const webhook = asPlatform('/webhooks/orders/updated', loud, { id: Number(bought.id) });
  expect((await server.app.inject(webhook)).statusCode).toBe(200);
  const { zip } = basket().address;
  const destination = { country: 'CA', postal_code: zip };
  const rates = await server.app.inject(
    asPlatform('/carrier_rates', loud, { rate: { ...RATE_REQUEST.rate, destination } }),
  );
  expect(rates.json<{ rates: unknown[] }>().rates).not.toEqual([]);
});
