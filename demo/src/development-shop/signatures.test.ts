import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { createSHA256HMAC, HashFormat } from '@shopify/shopify-api/runtime';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/clock.ts';
import type { OutgoingRequest } from '../../../server/src/outgoing/guarded-fetch.ts';
import { openShopPlatform } from '../../../server/src/shop/shop-platform.ts';
import {
  isBodySigned,
  shopOfSignedQuery,
  signatureOfQuery,
} from '../../../server/src/shop/shop-signatures.ts';
import { CLIENT_ID, openDevelopmentShop } from './development-shop.ts';

// Sets the library up for Node.
await import('@shopify/shopify-api/adapters/node');

const SECRET = 'hush';
const DOMAIN = 'signed.myshopify.com';
const HOST = 'portage.example';
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const library = shopifyApi({
  apiKey: CLIENT_ID,
  apiSecretKey: SECRET,
  hostName: HOST,
  apiVersion: ApiVersion.July26,
  isEmbeddedApp: false,
  logger: { log: () => undefined },
});

const requests: OutgoingRequest[] = [];
const world = openDevelopmentShop({
  clock: systemClock,
  clientSecret: SECRET,
  deliver(_url, request) {
    requests.push(request);
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) });
  },
});

function requestOf(url: string, headers: Record<string, string>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { method: 'POST', url, headers: { host: HOST, ...headers } });
}

test('the platform’s library accepts the install request and the return from the authorization', async () => {
  for (const query of [world.installQuery(DOMAIN), world.agree(DOMAIN, 'a state+with/odd=signs')]) {
    expect(await library.utils.validateHmac(query)).toBe(true);
    expect(await library.utils.validateHmac({ ...query, shop: 'other.myshopify.com' })).toBe(false);
    expect(shopOfSignedQuery([SECRET], query, Date.now())).toBe(DOMAIN);
  }
});

test.each(['plain', 'a b', 'a+b', 'a&b=c', 'é', '%20', '*', '~', "!'()", '-_.'])(
  'the platform’s library signs the value %s as Portage does',
  async (value) => {
    const query = { state: value, shop: DOMAIN, timestamp: String(Math.floor(Date.now() / 1000)) };
    const hmac = signatureOfQuery(SECRET, query);
    expect(await library.utils.validateHmac({ ...query, hmac })).toBe(true);
  },
);

test('the platform’s library accepts webhooks of the emulator, and Portage accepts those of the library', async () => {
  world.shop(DOMAIN).webhooks = [{ topic: 'orders/create', uri: `https://${HOST}/shop/webhooks` }];
  await world.tell(DOMAIN, 'orders/create', { id: 1, note: 'Zoé’s café' });
  const [{ body = '', headers = {} } = {}] = requests;
  const rawBody = body.toString();
  const rawRequest = requestOf('/shop/webhooks', { ...headers });
  expect(await library.webhooks.validate({ rawBody, rawRequest })).toMatchObject({
    valid: true,
    domain: DOMAIN,
    topic: 'ORDERS_CREATE',
  });
  expect(await library.webhooks.validate({ rawBody: `${rawBody} `, rawRequest })).toMatchObject({
    valid: false,
  });
  const theirs = await createSHA256HMAC(SECRET, rawBody, HashFormat.Base64);
  expect(isBodySigned([SECRET], Buffer.from(rawBody), theirs)).toBe(true);
  expect(isBodySigned(['other'], Buffer.from(rawBody), theirs)).toBe(false);
});

test('Portage asks for authorization at the address that the platform’s library builds', async () => {
  const platform = openShopPlatform({
    clientId: CLIENT_ID,
    clientSecret: SECRET,
    isDevelopmentShop: false,
    callbackUrl: `https://${HOST}/shop`,
    adminUrl: (shop) => `https://${shop}/admin`,
    send: world.send,
  });
  const ours = new URL(platform.authorizeUrl(DOMAIN, 'state'));
  const rawRequest = requestOf('/', { 'user-agent': BROWSER });
  const rawResponse = new ServerResponse(rawRequest);
  await library.auth.begin({
    shop: DOMAIN,
    callbackPath: '/shop/oauth/callback',
    isOnline: false,
    rawRequest,
    rawResponse,
  });
  const theirs = new URL(String(rawResponse.getHeader('location')));
  expect(ours.origin + ours.pathname).toBe(theirs.origin + theirs.pathname);
  for (const name of ['client_id', 'redirect_uri']) {
    expect(ours.searchParams.get(name)).toBe(theirs.searchParams.get(name));
  }
  expect(ours.searchParams.get('state')).toBe('state');
});
