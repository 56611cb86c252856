import { ShopOrder } from '@portage/contract/shop/shop-orders';
import { isApiError } from '../api-error.ts';
import { placeShopOrder } from './place-shop-order.ts';
import { changedOrdersDocument, orderDocument, type AdminOrder } from './shop-documents.ts';
import { findDelivery, findShopOrder, upsertShopOrder } from './shop-order-queries.ts';
import { updateShop } from './shop-queries.ts';
import { type Ask, orderGid, type ShopDeps, withShop, numberOf } from './with-shop.ts';
import type { Service } from '@portage/contract/rates/services';
import { serviceOfCode } from './checkout-rates.ts';

/** What the shop says of fulfilment, in three words. */
function fulfilmentOf(status: string): ShopOrder['fulfilment'] {
  if (status === 'FULFILLED') return 'fulfilled';
  return status === 'PARTIALLY_FULFILLED' ? 'partial' : 'unfulfilled';
}

/** The service that the buyer chose at checkout; undefined for a shipping method of somebody else. */
function serviceOf({ shippingLine }: AdminOrder): Service | undefined {
  return shippingLine?.code ? serviceOfCode(shippingLine.code) : undefined;
}

/** An order of the Admin API as we keep it. */
function readShopOrder(order: AdminOrder): ShopOrder {
  const { shippingAddress: address, shippingLine } = order;
  return ShopOrder.parse({
    shopOrderId: order.legacyResourceId,
    number: order.name,
    createdAt: Date.parse(order.createdAt),
    updatedAt: Date.parse(order.updatedAt),
    ...(order.cancelledAt !== null && { cancelledAt: Date.parse(order.cancelledAt) }),
    fulfilment: fulfilmentOf(order.displayFulfillmentStatus),
    shippingMethod: shippingLine?.title,
    service: serviceOf(order),
    recipientName: address?.name ?? undefined,
    email: order.email ?? undefined,
    phone: address?.phone ?? order.phone ?? undefined,
    ...(address && {
      address: {
        address1: address.address1 ?? undefined,
        address2: address.address2 ?? undefined,
        city: address.city ?? undefined,
        provinceCode: address.provinceCode ?? undefined,
        zip: address.zip ?? undefined,
        countryCode: address.countryCodeV2 ?? undefined,
        company: address.company ?? undefined,
      },
    }),
    items: order.lineItems.nodes
      .filter(({ quantity }) => quantity > 0)
      .map((item) => ({
        sku: item.sku ?? undefined,
        name: [item.title, item.variantTitle].filter(Boolean).join(', ').slice(0, 300),
        quantity: item.quantity,
        productId: numberOf(item.id),
      })),
    grams: order.totalWeight ?? undefined,
    note: order.note ?? undefined,
    tags: order.tags,
    fulfillmentIds: order.fulfillments
      .filter(({ status }) => status !== 'CANCELLED')
      .map(({ id }) => numberOf(id)),
  });
}

/** How far back the orders of a shop are read when it is linked, in milliseconds. */
const FIRST_SPAN = 14 * 24 * 60 * 60_000;

/** How far spans overlap, since the platform tells of a change a little after it. */
const OVERLAP = 60 * 60_000;

/** Reads an order of the shop as it is now; undefined when the shop has none. */
export async function askForShopOrder(
  ask: Ask,
  shopOrderId: string,
): Promise<ShopOrder | undefined> {
  const { order } = await ask(orderDocument, { id: orderGid(shopOrderId) });
  return order ? readShopOrder(order) : undefined;
}

/**
 * Reads an order that a webhook told of, keeps it as it is now, and makes its delivery order where the
 * merchant wants that. It is read anew each time, so that webhooks may come twice and in any sequence;
 * only news that it is fulfilled (`isFulfilled`), when we have it so, are not worth the points of a call.
 */
export async function followShopOrder(
  deps: ShopDeps,
  {
    merchantId,
    shopOrderId,
    isFulfilled,
  }: { merchantId: string; shopOrderId: string; isFulfilled: boolean },
): Promise<void> {
  const known = await findShopOrder(deps.db, merchantId, shopOrderId);
  if (isFulfilled && known?.shopOrder.fulfilment === 'fulfilled') return;
  await whileLinked(() =>
    withShop(deps, merchantId, async (ask, { shop, placesOrders }) => {
      const shopOrder = await askForShopOrder(ask, shopOrderId);
      if (shopOrder) await keep(deps, merchantId, { shop, shopOrder, placesOrders });
    }),
  );
}

/** Reads every order of the shop that changed since the last time: what webhooks lost is found here. */
export async function reconcileShop(deps: ShopDeps, merchantId: string): Promise<void> {
  const startedAt = deps.clock.now();
  await whileLinked(() =>
    withShop(deps, merchantId, async (ask, { shop, placesOrders, linkedAt, reconciledAt }) => {
      const since = new Date(
        reconciledAt === null ? linkedAt - FIRST_SPAN : reconciledAt - OVERLAP,
      );
      const query = `updated_at:>='${since.toISOString()}'`;
      let after: string | null = null;
      do {
        const { orders }: { orders: ChangedOrders } = await ask(changedOrdersDocument, {
          query,
          after,
        });
        for (const order of orders.nodes) {
          await keep(deps, merchantId, { shop, shopOrder: readShopOrder(order), placesOrders });
        }
        after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
      } while (after !== null);
      await updateShop(deps.db, merchantId, { reconciledAt: startedAt });
    }),
  );
}

type ChangedOrders = (typeof changedOrdersDocument.data)['_output']['orders'];

async function keep(
  deps: ShopDeps,
  merchantId: string,
  { shop, shopOrder, placesOrders }: { shop: string; shopOrder: ShopOrder; placesOrders: boolean },
): Promise<void> {
  await upsertShopOrder(deps.db, merchantId, { shop, shopOrder });
  const isWanted = placesOrders && shopOrder.service !== undefined;
  const isOver = shopOrder.cancelledAt !== undefined || shopOrder.fulfilment === 'fulfilled';
  if (!isWanted || isOver) return;
  // Also one that was cancelled or deleted: a person decides then.
  if ((await findDelivery(deps.db, merchantId, shopOrder.shopOrderId)) !== undefined) return;
  try {
    await placeShopOrder(deps, { merchantId, username: 'system' }, { shopOrder });
  } catch (error) {
    // It stays in the list of open shop orders, where a person sees what is missing.
    if (!isApiError(error, 'shop_order_incomplete', 'shop_order_placed')) throw error;
  }
}

/** Ends work for a shop that was unlinked, or lets us in no more: there is nothing to try again. */
async function whileLinked(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isApiError(error, 'shop_not_linked', 'shop_authorization_failed')) throw error;
  }
}
