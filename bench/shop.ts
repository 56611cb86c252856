import type { Order } from '@portage/contract/orders/orders';
import { MOST_IN_SHOP_BATCH, SHOP_PATIENCE } from '@portage/contract/shop/shop';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import { HOUR } from '@portage/contract/time';
import { CLIENT_ID, openDevelopmentShop } from '../demo/src/development-shop/development-shop.ts';
import { orderBody, placeDevOrder } from '../demo/src/development-shop/storefront.ts';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import { listWithDrift } from '../server/src/shop/drift.ts';
import { reconcileShop } from '../server/src/shop/read-shop-orders.ts';
import { upsertShopOrder } from '../server/src/shop/shop-order-queries.ts';
import { openShopPlatform } from '../server/src/shop/shop-platform.ts';
import { signatureOfBody } from '../server/src/shop/shop-signatures.ts';
import { locatedOrder } from '../server/src/testing/carrier-events.ts';
import { basket } from '../server/src/testing/linked-shop.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { figuresTable, ratioLine } from './figures-table.ts';
import { LoadProcess } from './load-process.ts';
import { measureInTurn } from './measure.ts';
import { type Caller, ordersSeed, signIn } from './orders-seed.ts';

const ROUNDS = { rounds: 3, seconds: 3 };
const DOMAIN = 'bench.myshopify.com';
/** Orders to fulfill, and open orders to reconcile. */
const ROWS = [1_000, 5_000] as const;

/** Orders that change between two reconciles of a day. */
const CHANGED = 250;
const CONNECTIONS = 8;

/** Checkout rate requests per second of a busy shop: a thousand a minute. */
const CHECKOUTS_A_SECOND = 17;

/** The throttle of the emulator, as in the platform's basic plan. */
const PLAN = { most: 2_000, aSecond: 100 };

const seed = ordersSeed('shop', [0]);

/** Creates shop orders with delivery orders, none fulfilled. */
async function addShopOrders(server: BenchServer, { merchantId }: Caller, count: number) {
  const { db, developmentShop: world, linkShop } = server;
  await linkShop(merchantId, DOMAIN);
  const shop = world.shop(DOMAIN);
  shop.isInstalled = true;
  const author = { merchantId, username: 'someone' };
  const orders: Order[] = [];
  for (let index = 0; index < count; index += 1) {
    const placed = await placeDevOrder(world, DOMAIN, basket(), undefined);
    const customFields = [{ name: 'shopifyOrderId', value: placed.id }];
    orders.push({ ...locatedOrder(Date.now(), { author }), customFields });
    const shopOrder: ShopOrder = {
      shopOrderId: placed.id,
      number: placed.name,
      createdAt: placed.createdAt,
      updatedAt: placed.updatedAt,
      fulfilment: 'unfulfilled',
      items: [],
      tags: [],
      fulfillmentIds: [],
    };
    await upsertShopOrder(db, merchantId, { shop: DOMAIN, shopOrder });
  }
  await insertOrders(db, orders);
  const uri = 'https://portage.example/shop/webhooks/orders/updated';
  shop.webhooks = [{ topic: 'orders/updated', uri }];
  return orders.map((order) => ({
    portageId: order.id,
    shopOrderId: order.customFields[0]?.value ?? '',
  }));
}

/** Fulfills all orders like the portal, and compares the rate with the throttle's. */
async function fulfillAll(
  { api, developmentShop: world }: BenchServer,
  { headers }: Caller,
  orders: readonly { portageId: string; shopOrderId: string }[],
): Promise<void> {
  const { bucket } = world.shop(DOMAIN);
  const spentBefore = bucket.spent;
  const began = performance.now();
  for (let first = 0; first < orders.length; first += MOST_IN_SHOP_BATCH) {
    const batch = orders.slice(first, first + MOST_IN_SHOP_BATCH);
    const answer = await fetch(`${api.replace(/\/api$/, '')}/shop/bulk_fulfill`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ shopName: DOMAIN, orders: batch }),
      signal: AbortSignal.timeout(SHOP_PATIENCE),
    });
    const { outcomes } = (await answer.json()) as { outcomes: { result: string }[] };
    const failed = outcomes.filter(({ result }) => result !== 'success').length;
    if (failed > 0) throw new Error(`${failed} orders were not fulfilled`);
  }
  const seconds = (performance.now() - began) / 1000;
  const shipped = [...world.shop(DOMAIN).orders.values()];
  const twice = shipped.filter(({ fulfillments }) => fulfillments.length !== 1).length;
  if (twice > 0) throw new Error(`${twice} orders have not exactly one fulfillment`);

  const spent = bucket.spent - spentBefore;
  const allowed = Math.max(0, spent - PLAN.most) / PLAN.aSecond;
  const each = (spent / orders.length).toFixed(1);
  console.log(
    `${orders.length} orders fulfilled in ${seconds.toFixed(1)} s, ${(orders.length / seconds).toFixed(1)} a second, for ${each} points each; the throttle allows it in ${allowed.toFixed(1)} s`,
  );
  if (allowed === 0) return;
  console.log(ratioLine('Time to what the throttle allows', [seconds / allowed], { below: 1.1 }));
}

/** Reconciles all open orders and then those of a day, without a throttle. */
async function reconcileAll(
  { db, deps, developmentShop }: BenchServer,
  { merchantId }: Caller,
  count: number,
): Promise<void> {
  const { clientSecret } = developmentShop;
  const plan = { maximumAvailable: 1e9, restoreRate: 1e9 };
  const { clock } = deps;
  const deliver = () => Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) });
  const world = openDevelopmentShop({ clock, clientSecret, deliver, plan });
  let calls = 0;
  const shopPlatform = openShopPlatform({
    ...{ clientId: CLIENT_ID, clientSecret, isDevelopmentShop: true },
    callbackUrl: 'https://portage.example/shop',
    adminUrl: (shop) => `https://${shop}/admin`,
    send: (url, request) => {
      calls += 1;
      return world.send(url, request);
    },
  });
  const shop = world.shop(DOMAIN);
  shop.isInstalled = true;
  while (shop.orders.size < count) {
    const order = await placeDevOrder(world, DOMAIN, basket(), undefined);
    // Earlier than the overlap of two reconciles.
    order.updatedAt -= 2 * HOUR;
  }
  const reconcile = async (what: string) => {
    const before = { calls, spent: shop.bucket.spent };
    const began = performance.now();
    await reconcileShop({ ...deps, shopPlatform }, { merchantId });
    const seconds = (performance.now() - began) / 1000;
    const points = shop.bucket.spent - before.spent;
    const allowed = Math.max(0, points - PLAN.most) / PLAN.aSecond;
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${calls - before.calls} calls of ${points} points; the throttle of the basic plan allows it in ${allowed.toFixed(0)} s`,
    );
  };
  await reconcile(`${count} open orders reconciled`);
  const { open } = await db
    .selectFrom('shop_orders')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('merchant_id', '=', merchantId)
    .where('is_open', '=', true)
    .executeTakeFirstOrThrow();
  if (Number(open) < count) throw new Error(`Only ${open} of ${count} orders were read`);
  const changed = [...shop.orders.values()].slice(0, CHANGED);
  for (const order of changed) order.updatedAt = clock.now();
  await reconcile(`${changed.length} of them that changed`);
  const began = performance.now();
  await listWithDrift({ db }, merchantId, 'open');
  console.log(`The newest 200 of them listed in ${(performance.now() - began).toFixed(0)} ms`);
}

/** Builds a request of the platform, signed over its body. */
function signedRequest(clientSecret: string, url: string, value: unknown) {
  const body = JSON.stringify(value);
  const headers = {
    'content-type': 'application/json',
    'x-shopify-shop-domain': DOMAIN,
    'x-shopify-hmac-sha256': signatureOfBody(clientSecret, Buffer.from(body)),
  };
  return { url, method: 'POST', headers, body } as const;
}

async function run({ serve, rows = [], seconds = ROUNDS.seconds }: Bench): Promise<void> {
  const [toFulfill = ROWS[0], toReconcile = ROWS[1]] = rows;
  await using server = await serve(seed);
  await using _work = await server.startWork();
  using load = new LoadProcess();
  using beside = new LoadProcess();
  const caller = await signIn(server.api, 0);
  const orders = await addShopOrders(server, caller, toFulfill);
  await fulfillAll(server, caller, orders);
  await reconcileAll(server, caller, toReconcile);

  const shopHost = `${server.api.replace(/\/api$/, '')}/shop`;
  const { clientSecret } = server.developmentShop;
  const [order] = server.developmentShop.shop(DOMAIN).orders.values();
  if (!order) throw new Error('The shop has no orders');
  const { address } = basket();
  const rate = {
    origin: { country: 'CA', postal_code: 'M6R 2B7' },
    destination: { country: 'CA', postal_code: address.zip },
    items: [{ quantity: 2, grams: 900, price: 8_900, requires_shipping: true }],
    currency: 'CAD',
    locale: 'fr',
  };
  const checkout = signedRequest(clientSecret, `${shopHost}/carrier_rates`, { rate });
  const webhook = signedRequest(
    clientSecret,
    `${shopHost}/webhooks/orders/updated`,
    orderBody(order),
  );
  const webhooks = beside.requests({ ...webhook, connections: CONNECTIONS });
  const paced = load.requests({
    ...checkout,
    connections: CONNECTIONS,
    overallRate: CHECKOUTS_A_SECOND,
  });
  const measured = await measureInTurn(
    {
      webhooks,
      rates: load.requests({ ...checkout, connections: CONNECTIONS }),
      besideWebhooks: async (seconds) => {
        const [sample] = await Promise.all([paced(seconds), webhooks(seconds)]);
        return sample;
      },
    },
    { ...ROUNDS, seconds },
  );
  const { rates, besideWebhooks } = measured;
  console.log(
    figuresTable([
      { name: 'Webhooks', figures: measured.webhooks },
      { name: 'Checkout rates', figures: rates },
      { name: '1,000 a minute beside webhooks', figures: besideWebhooks },
    ]),
  );
  console.log(
    ratioLine('p99 of checkout rates beside webhooks in seconds', [besideWebhooks.p99 / 1000], {
      below: 0.5,
    }),
  );
}

/** `npm run bench -- shop` */
export const shopBenchmark: Benchmark = {
  name: 'shop',
  summary: `${ROWS[0]} shop orders fulfilled within the throttle, ${ROWS[1]} reconciled, and rates at checkout beside webhooks`,
  run,
};
