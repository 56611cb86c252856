import { NewOrder } from '@portage/contract/orders/new-order';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { Service } from '@portage/contract/rates/services';
import type { ShopRecipient } from '@portage/contract/shop/shop';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import { Tag } from '@portage/contract/orders/tags';
import { ApiError, isApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { placeOrders } from '../orders/create-orders.ts';
import { packagesOfGrams } from './checkout-rates.ts';
import { findDelivery, findShopOrder, lockShopOrder } from './shop-order-queries.ts';
import type { ShopDeps } from './with-shop.ts';

/** Default service without a choice of the buyer or the merchant. */
const USUAL_SERVICE: Service = 'NEXTDAY';

/** The tags of a shop order that orders can have. */
const tagsOf = ({ tags }: ShopOrder) =>
  tags.flatMap((tag) => Tag.safeParse(tag).data ?? []).slice(0, 20);

/**
 * The delivery order of a shop order, picked up at the merchant's location. Throws
 * `shop_order_incomplete` when it lacks what an order needs.
 */
function newOrderOf(shopOrder: ShopOrder, merchant: Merchant, service: Service): NewOrder {
  const { address, number, shopOrderId } = shopOrder;
  const packages = packagesOfGrams(shopOrder.grams);
  const { isBusinessAddress = false, ...origin } = { ...merchant.merchantLocation } as const;
  const parsed = NewOrder.safeParse({
    originAddress: { ...origin, isBusinessAddress },
    recipient: {
      name: shopOrder.recipientName,
      email: shopOrder.email,
      phone: shopOrder.phone,
    },
    recipientAddress: {
      street: address?.address1,
      unit: address?.address2 || undefined,
      city: address?.city,
      province: address?.provinceCode,
      postalCode: address?.zip,
      country: address?.countryCode,
      isBusinessAddress: Boolean(address?.company),
    },
    refNumber: number,
    tags: tagsOf(shopOrder),
    notes: shopOrder.note?.slice(0, 2000),
    ...(packages.length > 0 && { packages }),
    orderItems: shopOrder.items,
    service,
    customFields: [
      { name: 'shopifyOrderId', value: shopOrderId },
      { name: 'shopifyOrderNumber', value: number },
    ],
    source: 'shop',
  });
  if (!parsed.success) throw new ApiError('shop_order_incomplete', { number });
  return parsed.data;
}

/** Replaces what the merchant corrected. */
function corrected(shopOrder: ShopOrder, corrections: ShopRecipient = {}): ShopOrder {
  const { recipientName = shopOrder.recipientName, phone = shopOrder.phone, ...rest } = corrections;
  const address = { ...shopOrder.address, ...rest };
  return { ...shopOrder, recipientName, phone, address };
}

/**
 * Creates the delivery order of a shop order, once: another needs that one to be
 * cancelled or deleted. Throws
 * `shop_order_not_found`, `shop_order_cancelled`, `shop_order_placed` and `shop_order_incomplete`.
 */
export async function placeShopOrder(
  { db, clock }: Pick<ShopDeps, 'db' | 'clock'>,
  { merchantId, username }: { merchantId: string; username: string },
  {
    shopOrder,
    service,
    corrections,
  }: {
    shopOrder: Pick<ShopOrder, 'shopOrderId'>;
    service?: Service | undefined;
    corrections?: ShopRecipient | undefined;
  },
): Promise<Order> {
  const { shopOrderId } = shopOrder;
  const merchant = await getMerchant(db, merchantId);
  return db.transaction().execute(async (trx) => {
    await lockShopOrder(trx, merchantId, shopOrderId);
    const stored = await findShopOrder(trx, merchantId, shopOrderId);
    if (!stored) throw new ApiError('shop_order_not_found', { id: shopOrderId });
    const { number, cancelledAt } = stored.shopOrder;
    if (cancelledAt !== undefined) throw new ApiError('shop_order_cancelled', { number });
    if (stored.orderId !== null) throw new ApiError('shop_order_placed', { number });
    const chosen = service ?? stored.shopOrder.service ?? USUAL_SERVICE;
    const newOrder = newOrderOf(corrected(stored.shopOrder, corrections), merchant, chosen);
    const isQuoted = chosen === stored.shopOrder.service;
    const placement = {
      ...{ merchant, username, now: clock.now() },
      ...(isQuoted && { quotedAt: stored.shopOrder.createdAt }),
    };
    const order = await placeOne(trx, placement, newOrder, number);
    // An order of another source that names the shop order may have been created since.
    const { shop } = stored;
    if ((await findDelivery(trx, merchantId, { shop, shopOrderId })) !== order.id) {
      throw new ApiError('shop_order_placed', { number });
    }
    return order;
  });
}

async function placeOne(
  trx: Executor,
  placement: Parameters<typeof placeOrders>[1],
  newOrder: NewOrder,
  number: string,
): Promise<Order> {
  try {
    const [order] = await placeOrders(trx, placement, [newOrder]);
    if (!order) throw new Error('No order was placed');
    return order;
  } catch (error) {
    // A phone that is missing.
    throw isApiError(error, 'invalid_request')
      ? new ApiError('shop_order_incomplete', { number })
      : error;
  }
}
