import { MOST_ITEMS } from '@portage/contract/orders/new-order';
import type { Service } from '@portage/contract/rates/rates';
import { ShopOrder } from '@portage/contract/shop/shop-orders';
import { type EpochMillis, DAY, HOUR } from '@portage/contract/time';
import { ApiError, ignoring, isApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { Executor } from '../db/database.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import { changeOrders, orderTransaction } from '../orders/change-orders.ts';
import { addTags, removeTags } from '../orders/edit-order.ts';
import { serviceOfCode } from './checkout-rates.ts';
import { orderTagsOf, placeShipment } from './place-shop-order.ts';
import {
  AdminOrder,
  changedOrderNamesDocument,
  changedOrdersDocument,
  lineItemsDocument,
  orderDocument,
} from './shop-documents.ts';
import {
  allFulfillmentOrders,
  itemOf,
  partsOf,
  shipmentsOf,
  versionOf,
} from './shop-order-parts.ts';
import {
  deleteShopOrders,
  deleteUnreadableShopOrder,
  findShopOrder,
  findShopOrderForUpdate,
  listUnreadableShopOrders,
  type StoredShopOrder,
  upsertShopOrder,
  upsertUnreadableShopOrder,
} from './shop-order-queries.ts';
import { updateShop } from './shop-queries.ts';
import {
  allNodes,
  type Ask,
  orderGid,
  type ShopDeps,
  whileLinked,
  withShop,
  numberOf,
} from './with-shop.ts';

function fulfilmentOf(status: string): ShopOrder['fulfilment'] {
  if (status === 'FULFILLED') return 'fulfilled';
  return status === 'PARTIALLY_FULFILLED' ? 'partial' : 'unfulfilled';
}

/** Returns the Portage service of the checkout; undefined for another shipping method. */
function serviceOf({ shippingLine }: AdminOrder): Service | undefined {
  return shippingLine?.code ? serviceOfCode(shippingLine.code) : undefined;
}

const paidFor = ({ originalPriceSet }: NonNullable<AdminOrder['shippingLine']>) => ({
  cents: Math.round(originalPriceSet.shopMoney.amount * 100),
  currency: originalPriceSet.shopMoney.currencyCode,
});

/** Converts an order of the Admin API. Throws `shop_order_unreadable`. */
async function readShopOrder(ask: Ask, shopOrderId: string, answered: unknown): Promise<ShopOrder> {
  const order = AdminOrder.safeParse(answered);
  if (order.success) {
    order.data.lineItems.nodes = await allItems(ask, shopOrderId, order.data);
    order.data.fulfillmentOrders.nodes = await allFulfillmentOrders(ask, shopOrderId, order.data);
  }
  const shopOrder = order.success ? ShopOrder.safeParse(shopOrderFields(order.data)) : order;
  if (shopOrder.success) return { ...shopOrder.data, version: versionOf(shopOrder.data) };
  const field = shopOrder.error.issues[0]?.path.join('.') ?? '';
  throw new ApiError('shop_order_unreadable', { id: shopOrderId, field });
}

/** Reads all pages. */
const allItems = (ask: Ask, shopOrderId: string, { lineItems }: AdminOrder) =>
  allNodes({ id: shopOrderId, field: 'lineItems' }, lineItems, async (after) => {
    const { order } = await ask(lineItemsDocument, { id: orderGid(shopOrderId), after });
    return order?.lineItems;
  });

function shopOrderFields(order: AdminOrder) {
  const { shippingAddress, shippingLine } = order;
  const { name, phone, countryCodeV2: countryCode, ...address } = shippingAddress ?? {};
  return {
    shopOrderId: order.legacyResourceId,
    number: order.name,
    createdAt: Date.parse(order.createdAt),
    updatedAt: Date.parse(order.updatedAt),
    ...(order.cancelledAt !== null && { cancelledAt: Date.parse(order.cancelledAt) }),
    fulfilment: fulfilmentOf(order.displayFulfillmentStatus),
    parts: partsOf(order.fulfillmentOrders.nodes),
    shippingMethod: shippingLine?.title,
    service: serviceOf(order),
    ...(shippingLine && { shippingPaid: paidFor(shippingLine) }),
    recipientName: name,
    email: order.email,
    phone: phone ?? order.phone,
    ...(shippingAddress && { address: { ...address, countryCode } }),
    items: order.lineItems.nodes
      .filter(({ currentQuantity }) => currentQuantity > 0)
      .slice(0, MOST_ITEMS)
      .map((item) => itemOf({ ...item, quantity: item.currentQuantity })),
    grams: order.totalWeight ?? undefined,
    note: order.note,
    tags: order.tags,
    fulfillmentIds: order.fulfillments
      .filter(({ status }) => status !== 'CANCELLED')
      .map(({ id }) => numberOf(id)),
  };
}

/** Milliseconds of past orders read when a shop is linked. */
const FIRST_SPAN = 14 * DAY;

/** Milliseconds of overlap: the platform reports changes late. */
const OVERLAP = HOUR;

/** Changed orders that one run reads; the next goes on with the changes after them. */
const MOST_CHANGED = 500;

/** Undefined for a missing order. Throws `shop_order_unreadable`. */
async function askForShopOrder(ask: Ask, shopOrderId: string): Promise<ShopOrder | undefined> {
  const { order } = await ask(orderDocument, { id: orderGid(shopOrderId) });
  return order ? readShopOrder(ask, shopOrderId, order) : undefined;
}

/** Reads a shop order; creates its delivery order if wanted. Webhooks repeat, in any sequence. */
export async function followShopOrder(
  deps: ShopDeps,
  { merchantId, shopOrderId, isFulfilled }: JobPayload<'follow-shop-order'>,
): Promise<void> {
  const known = await findShopOrder(deps.db, merchantId, shopOrderId);
  if (isFulfilled && known?.shopOrder.fulfilment === 'fulfilled') return;
  await whileLinked(() =>
    withShop(deps, { merchantId }, async (ask, { shop, placesOrders }) => {
      const link = { ask, merchantId, shop, placesOrders };
      const read = () => askForShopOrder(ask, shopOrderId);
      const number = known?.shopOrder.number;
      const problem = await keepReadable(deps, link, { shopOrderId, number, read });
      // The queue asks again.
      if (problem?.code === 'shop_unavailable') throw problem;
    }),
  );
}

/** Changed since the last time, or unreadable then. An unreadable order stops no others. */
export async function reconcileShop(
  deps: ShopDeps,
  { merchantId, ...before }: JobPayload<'reconcile-shop'>,
): Promise<void> {
  const startedAt = deps.clock.now();
  const reading = whileLinked(() =>
    withShop(deps, { merchantId }, async (ask, { shop, placesOrders, linkedAt, reconciledAt }) => {
      const last = reconciledAt === null ? linkedAt - FIRST_SPAN : reconciledAt - OVERLAP;
      const since = (before.shop === shop ? before.since : undefined) ?? last;
      let problemBefore: ApiError | undefined;
      const readOne = async (one: Readable) => {
        const problem = await keepReadable(deps, { ask, merchantId, shop, placesOrders }, one);
        // One may be a bad order; two in a row are an outage.
        if (problem?.code === 'shop_unavailable' && problemBefore?.code === problem.code) {
          throw problem;
        }
        problemBefore = problem;
      };
      for (const { shopOrderId, number } of await listUnreadableShopOrders(deps.db, merchantId)) {
        const read = () => askForShopOrder(ask, shopOrderId);
        await readOne({ shopOrderId, number, read });
      }
      let changedUntil = since;
      let count = 0;
      for await (const { updatedAt, ...one } of changedOrders(ask, since)) {
        await readOne(one);
        if (updatedAt > changedUntil) changedUntil = updatedAt;
        if ((count += 1) === MOST_CHANGED) break;
      }
      // A list that does not get on, or reached the present.
      const isLast = changedUntil === since || changedUntil >= startedAt;
      if (count < MOST_CHANGED || isLast) {
        await updateShop(deps.db, merchantId, { reconciledAt: startedAt }, shop);
        return;
      }
      const rest = { merchantId, shop, since: changedUntil };
      await insertJob(deps.db, 'reconcile-shop', rest, { key: `reconcile ${merchantId}` });
    }),
  );
  // The connection report names the refusal, and setting up again reads the orders again.
  await reading.catch(ignoring('shop_rejected'));
}

interface Link {
  ask: Ask;
  merchantId: string;
  shop: string;
  placesOrders: boolean;
}

interface Readable {
  shopOrderId: string;
  number?: string | undefined;
  /** Undefined when the shop has none. */
  read: () => ShopOrder | undefined | Promise<ShopOrder | undefined>;
}

/** Yields changed orders; reads a refused page order by order. */
async function* changedOrders(
  ask: Ask,
  since: EpochMillis,
): AsyncGenerator<Readable & { updatedAt: EpochMillis }> {
  const query = `updated_at:>='${new Date(since).toISOString()}'`;
  let after: string | null = null;
  do {
    const page: ChangedOrders | undefined = await ask(changedOrdersDocument, { query, after })
      .then(({ orders }) => orders)
      // Errors that one order can cause.
      .catch(ignoring('shop_rejected', 'shop_unavailable'));
    const { nodes, pageInfo }: ChangedOrders =
      page ?? (await ask(changedOrderNamesDocument, { query, after })).orders;
    for (const node of nodes) {
      const { legacyResourceId: shopOrderId, name: number } = node;
      const updatedAt = Date.parse(node.updatedAt);
      const read = () =>
        page ? readShopOrder(ask, shopOrderId, node) : askForShopOrder(ask, shopOrderId);
      yield { shopOrderId, number, updatedAt, read };
    }
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
}

type ChangedOrders = (typeof changedOrdersDocument.data)['_output']['orders'];

/** Reads and stores an order, or notes and returns the error. */
async function keepReadable(
  deps: ShopDeps,
  link: Link,
  { shopOrderId, number, read }: Readable,
): Promise<ApiError | undefined> {
  const { db, clock, log } = deps;
  const { merchantId, shop } = link;
  let shopOrder: ShopOrder | undefined;
  try {
    shopOrder = await read();
  } catch (error) {
    if (!isApiError(error, 'shop_order_unreadable', 'shop_rejected', 'shop_unavailable')) {
      throw error;
    }
    log.warn({ shop, shopOrderId, reason: error.detail('en') }, 'a shop order cannot be read');
    const { message } = error.values;
    const reason = typeof message === 'string' ? message : undefined;
    const failedAt = clock.now();
    await upsertUnreadableShopOrder(db, merchantId, shop, {
      shopOrderId,
      number,
      reason,
      failedAt,
    });
    return error;
  }
  if (shopOrder) await keep(deps, link, shopOrder);
  else await forgetDeleted(deps, merchantId, shopOrderId);
  await deleteUnreadableShopOrder(db, merchantId, shopOrderId);
  return undefined;
}

/** Throws `shop_order_not_found` and `shop_order_unreadable`. */
export async function readAgain(
  deps: ShopDeps,
  ask: Ask,
  { merchantId, shop }: { merchantId: string; shop: string },
  shopOrderId: string,
): Promise<ShopOrder> {
  const shopOrder = await askForShopOrder(ask, shopOrderId);
  if (!shopOrder) {
    await forgetDeleted(deps, merchantId, shopOrderId);
    throw new ApiError('shop_order_not_found', { id: shopOrderId });
  }
  await store(deps, merchantId, { shop, shopOrder });
  return shopOrder;
}

/** Stores a shop order, and the tags of its delivery orders. False for an outdated read. */
async function store(
  { db, clock }: Pick<ShopDeps, 'db' | 'clock'>,
  merchantId: string,
  { shop, shopOrder }: { shop: string; shopOrder: ShopOrder },
): Promise<boolean> {
  const write = (retags: boolean) =>
    orderTransaction(db, async (trx) => {
      const stored = await findShopOrderForUpdate(trx, merchantId, shopOrder.shopOrderId);
      const { tags } = retags || !stored ? shopOrder : stored.shopOrder;
      const read = { shop, shopOrder: { ...shopOrder, tags } };
      const isNewest = await upsertShopOrder(trx, merchantId, read);
      if (isNewest && stored) await retag(trx, clock, merchantId, { stored, tags });
      return isNewest;
    });
  return write(true).catch((error: unknown) => {
    if (!isApiError(error, 'busy')) throw error;
    // The former tags stay stored, so that the next read changes the locked order.
    return write(false);
  });
}

/** Stores the shop's tags, and changes those of the delivery orders. Throws `busy`. */
export async function followTags(
  { db, clock }: Pick<ShopDeps, 'db' | 'clock'>,
  merchantId: string,
  { shopOrderId, tags }: Pick<ShopOrder, 'shopOrderId' | 'tags'>,
): Promise<void> {
  await orderTransaction(db, async (trx) => {
    const stored = await findShopOrderForUpdate(trx, merchantId, shopOrderId);
    if (!stored) return;
    const { shop, shopOrder } = stored;
    await upsertShopOrder(trx, merchantId, { shop, shopOrder: { ...shopOrder, tags } });
    await retag(trx, clock, merchantId, { stored, tags });
  });
}

/** Archived orders, and those with too many tags, keep their own. */
async function retag(
  trx: Executor,
  clock: Clock,
  merchantId: string,
  { stored, tags }: { stored: StoredShopOrder; tags: readonly string[] },
): Promise<void> {
  const before = stored.shopOrder.tags;
  const added = orderTagsOf(tags.filter((tag) => !before.includes(tag)));
  const removed = before.filter((tag) => !tags.includes(tag));
  const live = stored.deliveries.filter(({ isLive }) => isLive);
  const ids = [...new Set(live.map(({ orderId }) => orderId))];
  if (ids.length === 0 || (added.length === 0 && removed.length === 0)) return;
  for (const rule of [removeTags(removed, 'shop'), addTags(added, 'shop')]) {
    await changeOrders(trx, clock, { merchantId, ids }, rule);
  }
}

/** Deletes a shop order, or marks it cancelled while a delivery is live. */
async function forgetDeleted(
  { db, clock }: Pick<ShopDeps, 'db' | 'clock'>,
  merchantId: string,
  shopOrderId: string,
): Promise<void> {
  const stored = await findShopOrder(db, merchantId, shopOrderId);
  if (!stored) return;
  const { shop, shopOrder, deliveries } = stored;
  if (deliveries.every(({ isLive }) => !isLive)) {
    await deleteShopOrders(db, merchantId, shop, [shopOrderId]);
  } else if (shopOrder.cancelledAt === undefined) {
    const cancelled = { ...shopOrder, cancelledAt: clock.now(), parts: [] };
    await upsertShopOrder(db, merchantId, { shop, shopOrder: cancelled });
  }
}

/** Leaves the order in the list of open shop orders. */
const staysOpen = ignoring('shop_order_incomplete', 'shop_order_placed', 'shop_order_unreadable');

async function keep(deps: ShopDeps, link: Link, shopOrder: ShopOrder): Promise<void> {
  const { ask, merchantId, shop, placesOrders } = link;
  const isNewest = await store(deps, merchantId, { shop, shopOrder });
  const isWanted = isNewest && placesOrders && shopOrder.service !== undefined;
  if (!isWanted || shopOrder.cancelledAt !== undefined) return;
  const { deliveries = [] } =
    (await findShopOrder(deps.db, merchantId, shopOrder.shopOrderId)) ?? {};
  // After a cancelled or deleted delivery, a person decides.
  const all = deliveries.map((one) => ({ ...one, isLive: true }));
  for (const { orderId, parts } of shipmentsOf(shopOrder, all)) {
    const open = parts.filter(({ state }) => state === 'open');
    // The shop reports an order again once it is released.
    if (orderId !== undefined || open.length === 0) continue;
    const author = { merchantId, username: 'system' };
    await placeShipment(deps, author, ask, { shop, shopOrder, parts: open }).catch(staysOpen);
  }
}
