import { MOST_IN_SHOP_BATCH, SHOP_PATIENCE } from '@portage/contract/shop/shop';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import type { Order } from '@portage/contract/orders/orders';
import { orderBody, placeDevOrder } from '../demo/src/development-shop/storefront.ts';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import { upsertShopOrder } from '../server/src/shop/shop-order-queries.ts';
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
const ORDERS = 1_000;
const CONNECTIONS = 8;

/** Checkout rate requests a second of a busy shop: a thousand a minute. */
const CHECKOUTS_A_SECOND = 17;

/** The throttle of the emulator, which is that of the platform's basic plan. */
const PLAN = { most: 2_000, aSecond: 100 };

const seed = ordersSeed('shop', [0]);

/** Orders of the shop that became delivery orders, none of them fulfilled. */
async function addShopOrders(server: BenchServer, { merchantId }: Caller) {
  const { db, developmentShop: world, linkShop } = server;
  await linkShop(merchantId, DOMAIN);
  const shop = world.shop(DOMAIN);
  shop.isInstalled = true;
  const author = { merchantId, username: 'someone' };
  const orders: Order[] = [];
  for (let count = 0; count < ORDERS; count += 1) {
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

/** Fulfills all orders as the portal does, and tells how that compares with what the throttle allows. */
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
  console.log(ratioLine('Time to what the throttle allows', [seconds / allowed], { below: 1.1 }));
}

/** A request that the platform would send, signed over its body. */
function signedRequest(clientSecret: string, url: string, value: unknown) {
  const body = JSON.stringify(value);
  const headers = {
    'content-type': 'application/json',
    'x-shopify-shop-domain': DOMAIN,
    'x-shopify-hmac-sha256': signatureOfBody(clientSecret, Buffer.from(body)),
  };
  return { url, method: 'POST', headers, body } as const;
}

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  await using _work = await server.startWork();
  using load = new LoadProcess();
  using beside = new LoadProcess();
  const caller = await signIn(server.api, 0);
  const orders = await addShopOrders(server, caller);
  await fulfillAll(server, caller, orders);

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
    ROUNDS,
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
    ratioLine('p97.5 of checkout rates in seconds', [besideWebhooks.p975 / 1000], { below: 1 }),
  );
}

/** `npm run bench -- shop` */
export const shopBenchmark: Benchmark = {
  name: 'shop',
  summary: `${ORDERS} shop orders fulfilled within the throttle, webhooks, and rates at checkout`,
  run,
};
