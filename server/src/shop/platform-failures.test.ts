import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { UnreadableShopOrder } from '@portage/contract/shop/shop-orders';
import { HOUR, SECOND } from '@portage/contract/time';
import type { DevOrder, DevShop, Failure } from '../../../demo/src/development-shop/shop-state.ts';
import { orderBody, staffActions } from '../../../demo/src/development-shop/storefront.ts';
import { ApiError } from '../api-error.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readOrder } from '../testing/edit-orders.ts';
import {
  basket,
  buy,
  finishLinkAt,
  hurryJob,
  type LinkedShop,
  linkByCalls,
  makeLinkedShop,
  makeShopOrder,
  shopDepsOf,
  waitUntil,
  waitUntilNoJobs,
  waitUntilReconciled,
  TORONTO,
  MONTREAL,
  shopOf,
} from '../testing/linked-shop.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { fulfillShopOrder } from './fulfill-orders.ts';
import { reconcileShop } from './read-shop-orders.ts';
import { fulfillmentCreateDocument, fulfillmentOrdersDocument } from './shop-documents.ts';
import { updateShop } from './shop-queries.ts';
import { type Ask, withShop } from './with-shop.ts';

const server = useTestServer();

const failOnce = (shop: DevShop, failure: Failure, worksFor = 0) =>
  Object.assign(shop, { failure, worksFor, failuresLeft: 1 });

const PASSING = [
  'unreachable',
  'slow',
  'throttled',
  'error_500',
  'malformed',
  'lost_answer',
] as const;

test.each(PASSING)(
  'a platform failure at each step (%s) neither repeats nor loses anything',
  async (failure) => {
    const merchant = await makeMerchant(server, { orderTags: ['gift'] });
    const domain = `failing-${failure.replace('_', '-')}.myshopify.com`;
    const linked = shopOf(server, merchant, domain);
    const { shop } = linked;

    // The installation: it is begun again, since a code works once.
    failOnce(shop, failure);
    const failed = await linkByCalls(server, merchant, domain);
    expect(failed.json()).toMatchObject({ code: 'shop_unavailable' });
    // The set-up of webhooks and rates, in the background.
    failOnce(shop, failure, 3);
    expect((await linkByCalls(server, merchant, domain)).json()).toEqual({ shop: domain });
    await waitUntilReconciled(server, merchant);
    expect(shop.failure).toBe('none');
    expect(shop.webhooks).toHaveLength(4);

    // The order of a webhook, at each call that fulfills it, and its tags.
    for (const worksFor of [0, 1, 2, 3]) {
      failOnce(shop, failure);
      const bought = await buy(server, linked);
      await waitUntil(() => shop.failure === 'none');
      failOnce(shop, failure, worksFor);
      const answer = await linked.createAndFulfill(bought.id, { locationId: MONTREAL });
      expect(answer.statusCode).toBe(200);
      expect(bought.fulfillments).toHaveLength(1);
      const { orderId } = answer.json<{ orderId: string }>();
      const { trackingNumber } = await readOrder(merchant, orderId);
      expect(bought.fulfillments[0]?.tracking.number).toBe(trackingNumber);

      await merchant.call('PATCH', `/orders/${orderId}/addTags`, { payload: ['gift'] });
      failOnce(shop, failure, worksFor % 2);
      const orders = [{ orderId, shopOrderId: bought.id }];
      await linked.call('POST', '/orders/tags/sync', { shopName: domain, orders });
      expect(bought.tags).toEqual(['gift']);
      shop.failure = 'none';
    }
    expect(await linked.orders()).toHaveLength(4);
    expect(new Set((await linked.list()).map(({ orderId }) => orderId)).size).toBe(4);
  },
);

const UNAVAILABLE = 'The online shop platform isn’t responding. Try again in a moment.';

test.each([
  ['unreachable', 'linked', UNAVAILABLE],
  ['slow', 'linked', UNAVAILABLE],
  ['throttled', 'linked', UNAVAILABLE],
  ['error_500', 'linked', UNAVAILABLE],
  ['malformed', 'linked', UNAVAILABLE],
  ['lost_answer', 'linked', UNAVAILABLE],
  ['frozen', 'linked', 'The online shop platform has frozen or closed'],
  ['locked', 'linked', 'The online shop platform has frozen or closed'],
  ['token_revoked', 'authorization_lost', 'revoked Portage’s access'],
] as const)(
  'a platform that goes on failing (%s) leaves the link %s, and says why; nothing is lost or done twice',
  async (failure, state, message) => {
    const { linked, bought } = await makeShopOrder(server);
    const { id: orderId } = await linked.placeAndLocate(bought.id);
    const body = { orderId, locationId: TORONTO };
    const fulfill = () => linked.call('POST', `/orders/fulfill?shop=${linked.domain}`, body);
    const orders = [{ portageId: orderId, shopOrderId: bought.id }];
    const sent = { shopName: linked.domain, orders };

    linked.shop.failure = failure;
    expect((await fulfill()).json<{ detail: string }>().detail).toContain(message);
    const bulk = (await linked.call('POST', '/bulk_fulfill', sent)).json<{
      outcomes: { result: string; message: string }[];
    }>();
    expect(bulk.outcomes).toMatchObject([
      { orderId, result: 'error', message: expect.stringContaining(message) },
    ]);
    expect((await linked.call('GET', '/link')).json()).toMatchObject({ link: { state } });
    expect(await linked.list()).toMatchObject([{ orderId }]);

    linked.shop.failure = 'none';
    if (state === 'authorization_lost') await linkByCalls(server, linked.merchant, linked.domain);
    expect((await fulfill()).statusCode).toBe(200);
    expect(bought.fulfillments).toHaveLength(1);
  },
);

const unreadableOf = async ({ call }: LinkedShop) =>
  (await call('GET', '/shop_orders?show=all')).json<{ unreadable: UnreadableShopOrder[] }>()
    .unreadable;

test('an order whose items never end is noted as unreadable, and read once they end', async () => {
  const linked = await makeLinkedShop(server);
  linked.shop.endlessList = 'lineItems';
  const bought = await buy(server, linked);
  expect(await unreadableOf(linked)).toMatchObject([{ shopOrderId: bought.id }]);
  expect((await linked.place(bought.id)).json()).toMatchObject({
    code: 'shop_order_unreadable',
    detail: `Portage doesn’t understand lineItems of shop order ${bought.id}.`,
  });
  linked.shop.endlessList = undefined;
  expect((await linked.place(bought.id)).statusCode).toBe(201);
});

test.each([
  ['tags', { tags: Array.from({ length: 251 }, (_, index) => `tag ${index}`) }],
  ['note', { note: 'x'.repeat(20_001) }],
] as const)(
  'an order with more %s than the platform allows is not stored',
  async (field, changes) => {
    const { linked, bought } = await makeShopOrder(server);
    Object.assign(bought, changes);
    expect((await linked.place(bought.id)).json()).toMatchObject({
      code: 'shop_order_unreadable',
      detail: `Portage doesn’t understand ${field} of shop order ${bought.id}.`,
    });
  },
);

function addOrders({ shop }: LinkedShop, bought: DevOrder, count: number): void {
  for (let index = 1; index <= count; index += 1) {
    const id = String(Number(bought.id) + index);
    const updatedAt = TEST_NOW - 2 * HOUR + index * SECOND;
    shop.orders.set(id, { ...bought, id, updatedAt });
  }
}

test('a backlog that is longer than a run is read by the next one', async () => {
  const linked = await makeLinkedShop(server);
  addOrders(linked, await buy(server, linked), 510);
  const { id: merchantId } = linked.merchant.merchant;
  await updateShop(server.deps.db, merchantId, { reconciledAt: TEST_NOW - HOUR });
  // The pages of one run.
  failOnce(linked.shop, 'frozen', 50);
  await reconcileShop(shopDepsOf(server), { merchantId });
  await waitUntilNoJobs(server, linked);
  expect(await storedCount(linked)).toBe(511);
});

test('a run ends although the list of changed orders does not', async () => {
  const linked = await makeLinkedShop(server);
  addOrders(linked, await buy(server, linked), 2);
  linked.shop.endlessList = 'orders';
  const { id: merchantId } = linked.merchant.merchant;
  await updateShop(server.deps.db, merchantId, { reconciledAt: TEST_NOW - HOUR });
  await reconcileShop(shopDepsOf(server), { merchantId });
  expect(await storedCount(linked)).toBe(3);
});

async function storedCount({ merchant }: LinkedShop): Promise<number> {
  const { count } = await server.deps.db
    .selectFrom('shop_orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('merchant_id', '=', merchant.merchant.id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

test('changes in a frozen shop are read when it reopens', async () => {
  const { linked, bought } = await makeShopOrder(server);
  linked.shop.failure = 'frozen';
  bought.note = 'Changed while frozen';
  bought.updatedAt = TEST_NOW + 1;
  await server.developmentShop.tell(linked.domain, 'orders/updated', orderBody(bought));
  const key = `shop order ${linked.merchant.merchant.id} ${bought.id}`;
  const waits = sql`
    select from graphile_worker.jobs
    where key = ${key} and locked_at is null and last_error is not null`;
  await waitUntil(async () => (await waits.execute(server.deps.db)).rows.length > 0);
  linked.shop.failure = 'none';
  await hurryJob(server, key);
  await waitUntil(async () => (await linked.list())[0]?.shopOrder.note === bought.note);
});

test('an order cancelled in the shop while it is fulfilled is reported as cancelled', async () => {
  const { linked, bought } = await makeShopOrder(server);
  const { shopPlatform } = shopDepsOf(server);
  const world = server.developmentShop;
  const access = { shop: linked.domain, token: world.tokenOf(linked.domain) };
  const ask: Ask = async (document, variables) => {
    const answer = await shopPlatform.ask(access, document, variables);
    // Between the read and the write.
    const wasOpen = bought.cancelledAt === null;
    if (document.text === fulfillmentOrdersDocument.text && wasOpen) {
      await staffActions.cancel(world, linked.domain, bought);
    }
    return answer;
  };
  const fulfilment = {
    shopOrderId: bought.id,
    locationId: TORONTO,
    trackingNumber: 'PTG0000000011',
    trackingUrl: 'https://portage.example/track/PTG0000000011',
  };
  await expect(fulfillShopOrder(ask, fulfilment)).rejects.toMatchObject({
    code: 'shop_order_cancelled',
  });
  expect(bought.fulfillments).toEqual([]);
});

test('a location’s refusal is reported although another location fulfilled its part', async () => {
  const linked = await makeLinkedShop(server);
  const items = ['81001', '81002'].map((productId) => ({ productId, quantity: 1 }));
  const bought = await buy(server, linked, { basket: basket({ items }) });
  await staffActions.split(server.developmentShop, linked.domain, bought);
  const { shopPlatform } = shopDepsOf(server);
  const token = server.developmentShop.tokenOf(linked.domain);
  let isRefused = true;
  const ask: Ask = async (document, variables) => {
    const isSecond = bought.fulfillments.length === 1;
    if (document.text === fulfillmentCreateDocument.text && isSecond && isRefused) {
      const userErrors = [{ message: 'Out of stock' }];
      return document.data.parse({ fulfillmentCreate: { fulfillment: null, userErrors } });
    }
    return shopPlatform.ask({ shop: linked.domain, token }, document, variables);
  };
  const fulfilment = {
    shopOrderId: bought.id,
    trackingNumber: 'PTG0000000012',
    trackingUrl: 'https://portage.example/track/PTG0000000012',
  };
  await expect(fulfillShopOrder(ask, fulfilment)).rejects.toMatchObject({ code: 'shop_rejected' });
  isRefused = false;
  const { ids, left } = await fulfillShopOrder(ask, fulfilment);
  expect([ids.length, left]).toEqual([2, []]);
});

test('a removed location is not offered, and is reported if chosen before', async () => {
  const { linked, bought } = await makeShopOrder(server);
  for (const location of linked.shop.locations) location.isActive = location.id === TORONTO;
  const choices = await linked.choicesFor(bought.id);
  expect(choices.json<{ locations: { id: string }[] }>().locations.map(({ id }) => id)).toEqual([
    TORONTO,
  ]);
  const answer = await linked.createAndFulfill(bought.id, { locationId: MONTREAL });
  expect(answer.json()).toMatchObject({ status: 409, code: 'shop_location_gone' });
  expect(bought.fulfillments).toEqual([]);
});

test('a failed call with an earlier link’s token does not affect the new link', async () => {
  const linked = await makeLinkedShop(server);
  const call = withShop(
    shopDepsOf(server),
    { merchantId: linked.merchant.merchant.id },
    async () => {
      server.setNow(TEST_NOW + 1_000);
      await linkByCalls(server, linked.merchant, linked.domain);
      throw new ApiError('shop_authorization_failed', { shop: linked.domain });
    },
  );
  await expect(call).rejects.toMatchObject({ code: 'shop_authorization_failed' });
  expect((await linked.call('GET', '/link')).json()).toMatchObject({ link: { state: 'linked' } });
});

test('an authorization callback that is replayed links nothing again', async () => {
  const linked = await makeLinkedShop(server);
  const callback = async (query: Record<string, string>) =>
    String((await server.app.inject({ url: '/shop/oauth/callback', query })).headers.location);
  const again = await linked.call('POST', '/link/again');
  const { redirectUrl } = again.json<{ redirectUrl: string }>();
  const activation = await server.app.inject({
    url: redirectUrl.replace('https://portage.example', ''),
  });
  const state = new URL(String(activation.headers.location)).searchParams.get('state') ?? '';
  const query = server.developmentShop.agree(linked.domain, state);
  const finish = async () =>
    (await finishLinkAt(server, linked.merchant, await callback(query))).json<unknown>();
  expect(await finish()).toEqual({ shop: linked.domain });
  expect(await finish()).toMatchObject({ code: 'shop_link_expired' });
});
