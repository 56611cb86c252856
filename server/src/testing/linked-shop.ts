import { setTimeout } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { ListedShopOrder } from '@portage/contract/shop/shop-orders';
import {
  basketOf,
  USUAL_BUYER,
} from '../../../demo/src/development-shop/development-shop-pages.ts';
import type { DevOrder, DevShop } from '../../../demo/src/development-shop/shop-state.ts';
import {
  type Basket,
  checkoutRates,
  placeDevOrder,
} from '../../../demo/src/development-shop/storefront.ts';
import { findShop } from '../shop/shop-queries.ts';
import { signatureOfBody } from '../shop/shop-signatures.ts';
import type { ShopDeps } from '../shop/with-shop.ts';
import type { TestServer } from './build-test-server.ts';
import { listOrders } from './edit-orders.ts';
import { makeMerchant, type TestMerchant } from './make-merchant.ts';
import { waitUntilPlaced } from './make-order.ts';

let shops = 0;

/** The locations of every shop; orders ship from the first. */
export const TORONTO = 'gid://shopify/Location/71001';
export const MONTREAL = 'gid://shopify/Location/71002';

export interface LinkedShop {
  merchant: TestMerchant;
  shop: DevShop;
  domain: string;
  call: ShopCall;
  /** Reads a view of the merchant's shop orders. */
  list: (show?: string) => Promise<ListedShopOrder[]>;
  orders: () => Promise<Order[]>;
  /** Asks for the locations and rates of a shop order. */
  choicesFor: (shopOrderId: string) => Promise<LightMyRequestResponse>;
  place: (shopOrderId: string, body?: object) => Promise<LightMyRequestResponse>;
  /** Places a delivery order for a shop order and waits until it is located. */
  placeAndLocate: (shopOrderId: string, body?: object) => Promise<Order>;
  createAndFulfill: (shopOrderId: string, body?: object) => Promise<LightMyRequestResponse>;
}

type ShopCall = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: InjectOptions['payload'],
) => Promise<LightMyRequestResponse>;

export function shopCalls({ app }: TestServer, { token }: Pick<TestMerchant, 'token'>): ShopCall {
  return (method, path, payload) =>
    app.inject({
      method,
      url: `/shop${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload !== undefined && { payload }),
    });
}

/** Follows the browser from authorization through the platform and back. */
export async function walkThrough(server: TestServer, redirectUrl: string): Promise<string> {
  const { app, developmentShop: world } = server;
  const activation = await app.inject({ url: redirectUrl.replace('https://portage.example', '') });
  const platform = new URL(String(activation.headers.location));
  if (!platform.pathname.startsWith('/dev/shop/')) return platform.href;
  const domain = platform.pathname.split('/')[3] ?? '';
  const { searchParams } = platform;
  const scope = searchParams.get('scope') ?? '';
  const query = world.agree(domain, searchParams.get('state') ?? '', scope);
  const callback = await app.inject({
    url: `/shop/oauth/callback?${new URLSearchParams(query).toString()}`,
  });
  return String(callback.headers.location);
}

/** Finishes a link as the portal does after the redirect to `end`. */
export function finishLinkAt(
  server: TestServer,
  merchant: Pick<TestMerchant, 'token'>,
  end: string,
) {
  const finishToken = new URL(end).searchParams.get('finish') ?? '';
  return shopCalls(server, merchant)('POST', '/link/finish', { finishToken });
}

/** Links a shop by the calls that the portal makes; returns the answer of the last. */
export async function linkByCalls(
  server: TestServer,
  merchant: Pick<TestMerchant, 'token'>,
  domain: string,
): Promise<LightMyRequestResponse> {
  const call = shopCalls(server, merchant);
  const query = server.developmentShop.installQuery(domain);
  const { linkToken } = (await call('POST', '/link/start', { query })).json<{
    linkToken: string;
  }>();
  const authorized = await call('POST', '/link/authorize', { linkToken, replaces: true });
  const { redirectUrl } = authorized.json<{ redirectUrl: string }>();
  return finishLinkAt(server, merchant, await walkThrough(server, redirectUrl));
}

/** A merchant's calls about a shop, linked or not. */
export function shopOf(server: TestServer, merchant: TestMerchant, domain: string): LinkedShop {
  const call = shopCalls(server, merchant);
  const place: LinkedShop['place'] = (id, body = {}) =>
    call('POST', `/shop_orders/${id}/place`, body);
  return {
    merchant,
    shop: server.developmentShop.shop(domain),
    domain,
    call,
    list: async (show = 'all') =>
      (await call('GET', `/shop_orders?show=${show}`)).json<{ shopOrders: ListedShopOrder[] }>()
        .shopOrders,
    orders: () => listOrders(merchant),
    choicesFor: (id) => call('GET', `/orders/locations?shop=${domain}&id=${id}`),
    place,
    async placeAndLocate(id, body) {
      const placed = await place(id, body);
      if (placed.statusCode !== 201) throw new Error(placed.body);
      return waitUntilPlaced(merchant, placed.json<Order>().id);
    },
    createAndFulfill: (orderId, body = {}) =>
      call('POST', `/orders/create_and_fulfill?shop=${domain}`, {
        orderId,
        rate: 'NEXTDAY',
        ...body,
      }),
  };
}

/** A merchant with a linked shop, fully set up and read. */
export async function makeLinkedShop(
  server: TestServer,
  changes: Partial<Merchant> = {},
): Promise<LinkedShop> {
  const merchant = await makeMerchant(server, changes);
  shops += 1;
  const domain = `shop-${shops}-${merchant.merchant.id.slice(-6)}.myshopify.com`;
  const answer = await linkByCalls(server, merchant, domain);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await waitUntilReconciled(server, merchant);
  return shopOf(server, merchant, domain);
}

/** Returns the dependencies of work for shops. Throws without a platform. */
export function shopDepsOf({ deps }: TestServer): ShopDeps {
  const { shopPlatform } = deps;
  if (!shopPlatform) throw new Error('No platform');
  return { ...deps, shopPlatform };
}

export function basket(changes: Partial<Basket> = {}): Basket {
  const bought = { product: '81001', quantity: '2', note: 'Ring twice' };
  const usual = basketOf({ ...USUAL_BUYER, ...bought }, 'en');
  return { ...usual, address: { ...usual.address, address2: '804' }, ...changes };
}

/** Places an order in the shop, with our next-day rate where `isOurs`; waits until we have read it. */
export async function buy(
  server: TestServer,
  { domain, call }: LinkedShop,
  { isOurs = true, basket: bought = basket() }: { isOurs?: boolean; basket?: Basket } = {},
): Promise<DevOrder> {
  const { developmentShop: world, deliver } = server;
  const rates = await checkoutRates(world, deliver, domain, bought);
  const rate = rates.find(({ service_code: code }) => code === 'PORTAGE_NEXTDAY');
  const order = await placeDevOrder(world, domain, bought, isOurs ? rate : undefined);
  await waitUntil(async () =>
    (await call('GET', '/shop_orders?show=all')).body.includes(`"${order.id}"`),
  );
  return order;
}

/** A linked shop, and an order bought there. */
export async function makeShopOrder(server: TestServer, what?: Parameters<typeof buy>[2]) {
  const linked = await makeLinkedShop(server);
  return { linked, bought: await buy(server, linked, what) };
}

/** Waits for the last job of linking, which would also read later changes. */
export async function waitUntilReconciled(
  { deps }: TestServer,
  { merchant }: Pick<TestMerchant, 'merchant'>,
): Promise<void> {
  await waitUntil(async () => {
    const { reconciledAt = null } = (await findShop(deps.db, merchant.id)) ?? {};
    return reconciledAt !== null;
  });
}

export const sendWebhook = (
  server: TestServer,
  domain: string,
  topic: string,
  body: unknown,
  headers: object = {},
): Promise<LightMyRequestResponse> =>
  sendSigned(server, domain, { path: `/webhooks/${topic}`, body, headers });

/** Sends a call of the platform about a shop. */
export function sendSigned(
  { app, developmentShop }: TestServer,
  domain: string,
  { path, body, headers = {} }: { path: string; body: unknown; headers?: object },
): Promise<LightMyRequestResponse> {
  const payload = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return app.inject({
    method: 'POST',
    url: `/shop${path}`,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-shopify-shop-domain': domain,
      'x-shopify-hmac-sha256': signatureOfBody(developmentShop.clientSecret, payload),
      ...headers,
    },
  });
}

/** A merchant's open jobs, with hours until each runs. */
export async function listJobs(
  { deps }: TestServer,
  { merchant }: Pick<LinkedShop, 'merchant'>,
): Promise<{ name: string; hours: number }[]> {
  const { rows } = await sql<{ name: string; hours: number }>`
    select identifier as name, extract(epoch from run_at - now())::float8 / 3600 as hours
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where payload->>'merchantId' = ${merchant.merchant.id}`.execute(deps.db);
  return rows;
}

/** Runs a job before its time. */
export async function hurryJob({ deps: { db } }: TestServer, key: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${key}`.execute(db);
  await sql`select pg_notify('jobs:insert', '{"r": 1, "count": 1}')`.execute(db);
}

export const waitUntilNoJobs = (
  server: TestServer,
  linked: Pick<LinkedShop, 'merchant'>,
): Promise<void> =>
  waitUntil(async () => (await listJobs(server, linked)).every(({ hours }) => hours > 0.5));

export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}
