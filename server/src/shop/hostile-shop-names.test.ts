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

const ENTRIES: Record<
  string,
  { call: (shop: string) => InjectOptions | Promise<InjectOptions>; refusal?: string }
> = {
  'GET /orders/locations': {
    call: (shop) => asUser('GET', `/orders/locations?${queryOf({ shop, id: '1' })}`),
  },
  'POST /orders/fulfill': {
    call: (shop) =>
      asUser('POST', `/orders/fulfill?${queryOf({ shop })}`, { orderId: '1', locationId: 'x' }),
  },
  'POST /orders/create_and_fulfill': {
    call: (shop) =>
      asUser('POST', `/orders/create_and_fulfill?${queryOf({ shop })}`, {
        orderId: '1',
        locationId: 'x',
        rate: 'NEXTDAY',
      }),
  },
  'POST /bulk_fulfill': {
    call: (shop) =>
      asUser('POST', '/bulk_fulfill', {
        shopName: shop,
        orders: [{ portageId: crypto.randomUUID(), shopOrderId: '1' }],
      }),
  },
  'POST /orders/tags/sync': {
    call: (shop) =>
      asUser('POST', '/orders/tags/sync', {
        shopName: shop,
        orders: [{ orderId: crypto.randomUUID(), shopOrderId: '1' }],
      }),
  },
  'DELETE /link': {
    call: (shop) => asUser('DELETE', `/link?${queryOf({ shop })}`),
  },
  'POST /link/start': {
    call: (shop) => ({
      method: 'POST',
      url: '/shop/link/start',
      payload: { query: signed({ shop, timestamp: seconds() }) },
    }),
  },
  'GET /activate_shop': {
    call: async (shop) => {
      const claims = { shop, merchantId: linked.merchant.merchant.id, username: 'someone' };
      const token = await signLinkToken(server.deps, 'activation', claims);
      return { method: 'GET', url: `/shop/activate_shop?${queryOf({ shop, token })}` };
    },
    refusal: 'failure=shop_link_expired',
  },
  'GET /oauth/callback': {
    call: async (shop) => {
      const claims = { shop, merchantId: linked.merchant.merchant.id, username: 'someone' };
      const state = await signLinkToken(server.deps, 'state', claims);
      const query = signed({ shop, timestamp: seconds(), code: 'x', state });
      return { method: 'GET', url: `/shop/oauth/callback?${queryOf(query)}` };
    },
    refusal: 'failure=shop_signature_invalid',
  },
  'POST /webhooks': {
    call: (shop) => asPlatform('/webhooks/orders/create', shop, { id: 1 }),
    refusal: 'shop_signature_invalid',
  },
  'POST /carrier_rates': {
    call: (shop) => asPlatform('/carrier_rates', shop, RATE_REQUEST),
    refusal: 'shop_signature_invalid',
  },
};

const RATE_REQUEST = {
  rate: { origin: {}, destination: { postal_code: 'M5B 1C6' }, items: [], currency: 'CAD' },
};

let linked: LinkedShop;
beforeAll(async () => {
  linked = await makeLinkedShop(server);
});

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

describe.each(Object.entries(ENTRIES))('%s', (_name, { call, refusal = 'invalid_request' }) => {
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
