import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  ShopDomain,
  shopEndpoints,
  type ShopLink,
  type ShopOutcome,
} from '@portage/contract/shop/shop';
import { CarrierRateRequest, shopCallbackEndpoints } from '@portage/contract/shop/shop-callbacks';
import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { shopOrderEndpoints, type ListedShopOrder } from '@portage/contract/shop/shop-orders';
import { ApiError, isApiError } from '../api-error.ts';
import { addRoute } from '../http/endpoint-route.ts';
import type { ReportForgery } from '../http/report-rejected-calls.ts';
import { quoteCheckout, serviceOfCode } from './checkout-rates.ts';
import {
  createAndFulfill,
  fulfillOrder,
  listFulfillmentChoices,
  fulfillOne,
  type Fulfiller,
} from './fulfill-orders.ts';
import {
  activateShop,
  authorizeLink,
  finishLink,
  linkAgain,
  receiveCode,
  startLink,
  unlinkShop,
} from './link-shop.ts';
import { placeShopOrder } from './place-shop-order.ts';
import { readSigned, receiveWebhook } from './receive-webhook.ts';
import { findShop, updateShop } from './shop-queries.ts';
import {
  getShop,
  type ShopDeps,
  orderGid,
  requireNoUserErrors,
  type Ask,
  withShop,
} from './with-shop.ts';
import type { Locale } from '@portage/contract/locale';
import { getMerchant } from '../merchants/get-merchant.ts';
import { orderTagsDocument, tagsAddDocument, tagsRemoveDocument } from './shop-documents.ts';
import type { Order } from '@portage/contract/orders/orders';
import { changeOrderAlone } from '../orders/change-orders.ts';
import { deleteOrders } from '../orders/deletion/delete-orders.ts';
import { findOrders } from '../orders/get-order.ts';
import { markReady } from '../orders/readiness/mark-ready.ts';
import { askForShopOrder } from './follow-shop-order.ts';
import {
  findShopOrder,
  listShopOrders,
  listUnreadableShopOrders,
  type StoredShopOrder,
  upsertShopOrder,
} from './shop-order-queries.ts';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';

/** How many orders of a batch wait for the shop at once: more would only wait for its throttle. */
const AT_ONCE = 8;

/** A delivery order and its shop order, as a batch names them. */
interface BatchItem {
  orderId: string;
  shopOrderId: string;
}

/**
 * Does something in the shop for each order of a batch, a few at once, and says what became of each.
 * Throws `shop_not_linked`; what else goes wrong is told of each order.
 */
async function eachOfBatch(
  deps: ShopDeps,
  { merchantId, shop }: Pick<Fulfiller, 'merchantId' | 'shop'>,
  items: readonly BatchItem[],
  locale: Locale,
  work: (ask: Ask, item: { order: Order; shopOrderId: string }) => Promise<string[] | undefined>,
): Promise<ShopOutcome[]> {
  await getShop(deps, merchantId, shop);
  const orders = await findOrders(
    deps.db,
    merchantId,
    items.map(({ orderId }) => orderId),
  );
  const outcomes: Omit<ShopOutcome, 'status'>[] = [];
  let next = 0;
  async function takeTurns(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item) outcomes[index] = await outcomeOf(item);
    }
  }
  async function outcomeOf({
    orderId,
    shopOrderId,
  }: BatchItem): Promise<(typeof outcomes)[number]> {
    try {
      const order = orders.get(orderId.toLowerCase())?.order;
      if (!order) throw new ApiError('order_not_found', { id: orderId });
      if (shopOrderIdOf(order) !== shopOrderId) throw new ApiError('no_shop_id');
      const fulfillmentIds = await withShop(
        deps,
        merchantId,
        (ask) => work(ask, { order, shopOrderId }),
        shop,
      );
      return { orderId, shopOrderId, result: 'success', ...(fulfillmentIds && { fulfillmentIds }) };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { code } = error;
      return { orderId, shopOrderId, result: 'error', code, message: error.detail(locale) };
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  const after = await findOrders(deps.db, merchantId, [...orders.keys()]);
  return outcomes.map((outcome) => {
    const status = after.get(outcome.orderId.toLowerCase())?.order.orderStatus;
    return { ...outcome, ...(status && { status }) };
  });
}

/**
 * Fulfills orders of a batch, each by itself and from wherever the shop has assigned it. Throws
 * `shop_not_linked`; what else goes wrong is told of each order.
 */
function fulfillBatch(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  orders: readonly { portageId: string; shopOrderId: string }[],
  locale: Locale,
): Promise<ShopOutcome[]> {
  const items = orders.map(({ portageId, shopOrderId }) => ({ orderId: portageId, shopOrderId }));
  return eachOfBatch(deps, fulfiller, items, locale, (ask, item) =>
    fulfillOne(deps, fulfiller, ask, item),
  );
}

/** How many shop orders are listed, and how many are looked at for drift. */
const LISTED = 200;
const COMPARED = 1_000;

/** How the shop and we differ about an order; undefined when we agree. */
function driftOf(
  { shopOrder }: StoredShopOrder,
  order: Pick<Order, 'pickupReadyAt' | 'orderStatus'> | undefined,
): ListedShopOrder['drift'] {
  if (!order) return undefined;
  if (shopOrder.cancelledAt !== undefined) {
    return order.orderStatus === 'CANCELLED' ? undefined : 'shop_cancelled';
  }
  const isReady = order.pickupReadyAt !== undefined;
  if (shopOrder.fulfilment === 'fulfilled') return isReady ? undefined : 'shop_fulfilled';
  return isReady ? 'order_ready' : undefined;
}

/**
 * The newest shop orders: those that are open, all, or those about which the shop and we differ. They
 * are of the linked shop; where none is, of those that were.
 */
async function listWithDrift(
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  show: 'open' | 'drift' | 'all',
): Promise<ListedShopOrder[]> {
  const rows = await listShopOrders(db, merchantId, {
    shop: (await findShop(db, merchantId))?.shop,
    show: show === 'drift' ? 'placed' : show,
    limit: show === 'drift' ? COMPARED : LISTED,
  });
  const ids = rows.flatMap(({ orderId }) => orderId ?? []);
  const orders = await findOrders(db, merchantId, ids);
  const listed = rows.map((row): ListedShopOrder => {
    const order = row.orderId === null ? undefined : orders.get(row.orderId)?.order;
    const drift = driftOf(row, order);
    return {
      shopOrder: row.shopOrder,
      ...(order && { orderId: order.id }),
      ...(drift && { drift }),
    };
  });
  return show === 'drift' ? listed.filter(({ drift }) => drift).slice(0, LISTED) : listed;
}

/**
 * Brings a shop order and its delivery order in step: what the shop has fulfilled is marked ready, what
 * is ready is fulfilled in the shop, and what was cancelled there is deleted here. Reads the shop order
 * first. Throws `shop_order_not_found`, and why it cannot be done.
 */
async function repairDrift(
  deps: ShopDeps,
  fulfiller: Fulfiller,
  shopOrderId: string,
): Promise<ListedShopOrder> {
  const { db } = deps;
  const { merchantId, username, shop } = fulfiller;
  await withShop(
    deps,
    merchantId,
    async (ask) => {
      const shopOrder = await askForShopOrder(ask, shopOrderId);
      if (shopOrder) await upsertShopOrder(db, merchantId, { shop, shopOrder });
      const stored = await findShopOrder(db, merchantId, shopOrderId);
      if (!stored) throw new ApiError('shop_order_not_found', { id: shopOrderId });
      await repair(ask, stored);
    },
    shop,
  );
  const after = await findShopOrder(db, merchantId, shopOrderId);
  if (!after) throw new ApiError('shop_order_not_found', { id: shopOrderId });
  return { shopOrder: after.shopOrder, ...(after.orderId !== null && { orderId: after.orderId }) };

  async function repair(ask: Ask, stored: StoredShopOrder): Promise<void> {
    const id = stored.orderId ?? '';
    const order = (await findOrders(db, merchantId, id === '' ? [] : [id])).get(id)?.order;
    if (!order) return;
    switch (driftOf(stored, order)) {
      case 'shop_fulfilled':
        await changeOrderAlone(deps, { merchantId, id }, markReady(username));
        return;
      case 'order_ready':
        await fulfillOne(deps, fulfiller, ask, { order, shopOrderId });
        return;
      case 'shop_cancelled': {
        const [outcome] = await deleteOrders(deps, { merchantId, username }, [id]);
        if (outcome?.error) throw outcome.error;
        return;
      }
      case undefined:
    }
  }
}

/**
 * Gives orders of the shop the tags of their delivery orders. Of the merchant's own order tags the shop
 * then has exactly those; tags that only the shop knows stay. Throws `shop_not_linked`; what else goes
 * wrong is told of each order.
 */
async function syncTags(
  deps: ShopDeps,
  owner: { merchantId: string; shop: string },
  orders: readonly { orderId: string; shopOrderId: string }[],
  locale: Locale,
): Promise<ShopOutcome[]> {
  const { orderTags } = await getMerchant(deps.db, owner.merchantId);
  return eachOfBatch(deps, owner, orders, locale, async (ask, { order, shopOrderId }) => {
    const id = orderGid(shopOrderId);
    const inShop = (await ask(orderTagsDocument, { id })).order?.tags;
    if (!inShop) throw new ApiError('shop_order_not_found', { id: shopOrderId });
    const added = order.tags.filter((tag) => !inShop.includes(tag));
    const removed = inShop.filter((tag) => orderTags.includes(tag) && !order.tags.includes(tag));
    if (added.length > 0) {
      const { tagsAdd } = await ask(tagsAddDocument, { id, tags: added });
      requireNoUserErrors(tagsAdd.userErrors);
    }
    if (removed.length > 0) {
      const { tagsRemove } = await ask(tagsRemoveDocument, { id, tags: removed });
      requireNoUserErrors(tagsRemove.userErrors);
    }
    return undefined;
  });
}

/** The calls of the portal that concern a linked shop and its orders. */
export function shopRoutes(app: FastifyInstance, deps: ShopDeps): void {
  addRoute(app, shopEndpoints.locations, ({ session, query, locale }) =>
    listFulfillmentChoices(deps, { ...session, shop: query.shop }, query.id, locale),
  );
  addRoute(app, shopEndpoints.fulfill, async ({ session, query, body }) => {
    const { orderId: id, locationId } = body;
    const fulfiller = { ...session, shop: query.shop };
    return { fulfillmentIds: await fulfillOrder(deps, fulfiller, { id, locationId }) };
  });
  addRoute(app, shopEndpoints.createAndFulfill, ({ session, query, body }) => {
    const { orderId: shopOrderId, locationId, rate } = body;
    const service = typeof rate === 'string' ? rate : serviceOfCode(rate.service_code);
    const fulfiller = { ...session, shop: query.shop };
    return createAndFulfill(deps, fulfiller, { shopOrderId, locationId, service });
  });
  addRoute(app, shopEndpoints.bulkFulfill, async ({ session, body, locale }) => {
    const fulfiller = { ...session, shop: body.shopName };
    return { outcomes: await fulfillBatch(deps, fulfiller, body.orders, locale) };
  });
  addRoute(app, shopEndpoints.syncTags, async ({ session, body, locale }) => {
    const shop = { merchantId: session.merchantId, shop: body.shopName };
    return { outcomes: await syncTags(deps, shop, body.orders, locale) };
  });

  addRoute(app, shopOrderEndpoints.list, async ({ session, query }) => ({
    shopOrders: await listWithDrift(deps, session.merchantId, query.show),
    unreadable: await listUnreadableShopOrders(deps.db, session.merchantId),
  }));
  addRoute(app, shopOrderEndpoints.place, ({ session, params, body }) =>
    placeShopOrder(deps, session, { shopOrder: params, service: body.service }),
  );
  addRoute(app, shopOrderEndpoints.repair, async ({ session, params }) => {
    const { shop } = await getShop(deps, session.merchantId);
    return repairDrift(deps, { ...session, shop }, params.shopOrderId);
  });
}

/** The calls that link a merchant and its shop, and the pages that the browser passes on the way. */
export function shopLinkRoutes(
  app: FastifyInstance,
  deps: ShopDeps,
  reportForgery: ReportForgery,
): void {
  async function linkOf(merchantId: string): Promise<ShopLink | undefined> {
    const stored = await findShop(deps.db, merchantId);
    if (!stored) return undefined;
    return {
      shop: stored.shop,
      state: stored.encryptedToken ? 'linked' : 'authorization_lost',
      linkedAt: stored.linkedAt,
      placesOrders: stored.placesOrders,
      isDevelopmentShop: deps.shopPlatform.isDevelopmentShop,
    };
  }

  addRoute(app, shopLinkEndpoints.start, ({ body, address }) =>
    orForgery({ subject: 'POST /link/start 401', address }, () => startLink(deps, body.query)),
  );
  addRoute(app, shopLinkEndpoints.authorize, ({ session, body }) =>
    authorizeLink(deps, session, body),
  );
  addRoute(app, shopLinkEndpoints.finish, ({ session, body }) =>
    finishLink(deps, session, body.finishToken),
  );
  addRoute(app, shopLinkEndpoints.linkAgain, ({ session }) => linkAgain(deps, session));
  addRoute(app, shopLinkEndpoints.get, async ({ session }) => {
    const link = await linkOf(session.merchantId);
    return link ? { link } : {};
  });
  addRoute(app, shopLinkEndpoints.change, async ({ session, body }) => {
    await getShop(deps, session.merchantId);
    await updateShop(deps.db, session.merchantId, body);
    const link = await linkOf(session.merchantId);
    if (!link) throw new ApiError('shop_not_linked', { shop: '' });
    return link;
  });
  addRoute(app, shopLinkEndpoints.unlink, async ({ session, query }) => {
    await unlinkShop(deps, session, query.shop);
    return null;
  });

  const hidden = { schema: { hide: true } };
  const Activation = z.object({ shop: ShopDomain, token: z.string() });

  app.get('/activate_shop', hidden, async ({ query }, reply) => {
    const activation = Activation.safeParse(query);
    return orFailure(reply, async () => {
      if (!activation.success) throw new ApiError('shop_link_expired');
      return activateShop(deps, activation.data);
    });
  });

  app.get('/oauth/callback', hidden, async ({ query, ip: address }, reply) => {
    const texts = z.record(z.string(), z.string()).safeParse(query);
    return orFailure(reply, async () => {
      const forged = { subject: 'GET /oauth/callback 401', address };
      const finish = await orForgery(forged, () => receiveCode(deps, texts.data ?? {}));
      return `${deps.portalUrl}/platform/authorize?${new URLSearchParams({ finish }).toString()}`;
    });
  });

  /** Does what a signature allows, and reports one that is wrong. */
  async function orForgery<Result>(
    forged: Parameters<ReportForgery>[0],
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isApiError(error, 'shop_signature_invalid')) await reportForgery(forged);
      throw error;
    }
  }

  /** Sends the browser on, or back to the page that says why the shop could not be linked. */
  async function orFailure(reply: FastifyReply, target: () => Promise<string>) {
    try {
      return await reply.redirect(await target());
    } catch (error) {
      if (!isApiError(error)) throw error;
      const failure = new URLSearchParams({ failure: error.code });
      return reply.redirect(`${deps.portalUrl}/platform/authorize?${failure.toString()}`);
    }
  }
}

/** The calls of the platform: webhooks, and rates at checkout. */
export function shopCallbackRoutes(app: FastifyInstance, deps: ShopDeps): void {
  addRoute(app, shopCallbackEndpoints.webhook, async ({ session, params }) => {
    await receiveWebhook(deps, { ...session, topic: `${params.resource}/${params.event}` });
    return { received: true } as const;
  });
  addRoute(app, shopCallbackEndpoints.carrierRates, async ({ session }) => ({
    rates: await quoteCheckout(deps, session.shop, readSigned(CarrierRateRequest, session.body)),
  }));
}
