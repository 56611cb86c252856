import type { Address } from '@portage/contract/addresses/address';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { itemsThatFit, NewOrder, Tag } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { Service } from '@portage/contract/rates/rates';
import type { ShopRecipient } from '@portage/contract/shop/shop';
import type { ShopOrder, ShopOrderPart } from '@portage/contract/shop/shop-orders';
import { Email } from '@portage/contract/text';
import { ApiError, isApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import type { Author } from '../http/session.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { placeOrders } from '../orders/create-orders.ts';
import { packagesOfGrams } from './checkout-rates.ts';
import { readContents, requireOpen, shipmentsOf } from './shop-order-parts.ts';
import { claimParts, findShopOrder, lockShopOrder } from './shop-order-queries.ts';
import type { Ask, ShopDeps } from './with-shop.ts';

/** Used where neither the buyer nor the merchant chose. */
const USUAL_SERVICE: Service = 'NEXTDAY';

/** Drops tags that orders cannot have. */
export const orderTagsOf = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => Tag.safeParse(tag).data ?? []).slice(0, 20);

const isSplit = ({ parts = [], fulfilment }: ShopOrder) =>
  fulfilment !== 'unfulfilled' || new Set(parts.map(({ locationId }) => locationId)).size > 1;

/** Matches the postal code; else the main location, or the shop's own for split orders. */
function originOf(
  merchant: Merchant,
  shopOrder: ShopOrder,
  part: ShopOrderPart | undefined,
): Address {
  const { merchantLocation, additionalLocations } = merchant;
  const { address } = part ?? {};
  const same = [merchantLocation, ...additionalLocations].find(
    ({ postalCode }) => postalCode === address?.postalCode,
  );
  return same ?? (isSplit(shopOrder) ? address : undefined) ?? merchantLocation;
}

type Contents = Pick<ShopOrder, 'items' | 'grams'> & { origin: Address };

export async function contentsOf(
  ask: Ask,
  merchant: Merchant,
  shopOrder: ShopOrder,
  parts: readonly ShopOrderPart[],
): Promise<Contents> {
  const isAll = shopOrder.fulfilment === 'unfulfilled' && shopOrder.parts?.length === parts.length;
  const { items, grams } = isAll
    ? shopOrder
    : await readContents(ask, shopOrder.shopOrderId, parts);
  return { items, grams, origin: originOf(merchant, shopOrder, parts[0]) };
}

/** The buyer's fields by the order's. */
const BUYER_FIELDS: Readonly<Record<string, keyof ShopRecipient>> = {
  'recipient.name': 'recipientName',
  'recipient.phone': 'phone',
  'recipientAddress.street': 'address1',
  'recipientAddress.unit': 'address2',
  'recipientAddress.city': 'city',
  'recipientAddress.province': 'provinceCode',
  'recipientAddress.postalCode': 'zip',
};

const incomplete = (number: string, errorsIn: ApiError['fieldErrors']) =>
  new ApiError('shop_order_incomplete', {
    number,
    fieldErrors: (locale) =>
      (errorsIn?.(locale) ?? []).map(({ path, message }) => ({
        path: BUYER_FIELDS[path] ?? path,
        message,
      })),
  });

/** Throws `shop_order_incomplete`, with the buyer's fields. */
function newOrderOf(
  shopOrder: ShopOrder,
  { items, grams, origin }: Contents,
  service: Service,
): NewOrder {
  const { address, number, shopOrderId } = shopOrder;
  const packages = packagesOfGrams(grams);
  const { isBusinessAddress = false, ...originAddress } = { ...origin } as const;
  const payload = {
    originAddress: { ...originAddress, isBusinessAddress },
    recipient: {
      name: shopOrder.recipientName,
      email: Email.safeParse(shopOrder.email).data,
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
    tags: orderTagsOf(shopOrder.tags),
    notes: shopOrder.note?.slice(0, 2000),
    ...(packages.length > 0 && { packages }),
    orderItems: itemsThatFit(items),
    service,
    customFields: [
      { name: 'shopifyOrderId', value: shopOrderId },
      { name: 'shopifyOrderNumber', value: number },
    ],
    source: 'shop',
  };
  const parsed = NewOrder.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw incomplete(number, (locale) => fieldErrorsOf(NewOrder, payload, locale));
}

/** Replaces what the merchant corrected. */
function corrected(shopOrder: ShopOrder, corrections: ShopRecipient = {}): ShopOrder {
  const { recipientName = shopOrder.recipientName, phone = shopOrder.phone, ...rest } = corrections;
  const address = { ...shopOrder.address, ...rest };
  return { ...shopOrder, recipientName, phone, address };
}

interface Choice {
  service?: Service | undefined;
  corrections?: ShopRecipient | undefined;
}

/**
 * Open parts of one location, by default the first. Throws `shop_order_cancelled`,
 * `shop_order_placed`, `shop_order_closed`, `shop_order_on_hold` and `shop_order_scheduled`.
 */
export async function chooseParts(
  { db }: Pick<ShopDeps, 'db'>,
  merchantId: string,
  shopOrder: ShopOrder,
  locationId: string | undefined,
): Promise<ShopOrderPart[]> {
  const { number, shopOrderId, cancelledAt } = shopOrder;
  if (cancelledAt !== undefined) throw new ApiError('shop_order_cancelled', { number });
  const { deliveries = [] } = (await findShopOrder(db, merchantId, shopOrderId)) ?? {};
  const shipments = shipmentsOf(shopOrder, deliveries);
  const unplaced = shipments.filter(({ orderId }) => orderId === undefined);
  const at = unplaced.filter(
    ({ parts: [part] }) => locationId === undefined || part?.locationId === locationId,
  );
  const chosen = at.find(({ parts }) => parts.some(({ state }) => state === 'open')) ?? at[0];
  if (!chosen) {
    if (shipments.some(({ orderId }) => orderId !== undefined)) {
      throw new ApiError('shop_order_placed', { number });
    }
    throw new ApiError('shop_order_closed', { number });
  }
  requireOpen(number, chosen.parts);
  return chosen.parts.filter(({ state }) => state === 'open');
}

/** Throws `shop_order_changed`. */
export function requireVersion(shopOrder: ShopOrder, version: string | undefined): void {
  if (version !== undefined && version !== shopOrder.version) {
    throw new ApiError('shop_order_changed', { number: shopOrder.number });
  }
}

/** Throws `shop_order_placed` and `shop_order_incomplete`. */
export async function placeShipment(
  { db, clock }: Pick<ShopDeps, 'db' | 'clock'>,
  { merchantId, username }: Author,
  ask: Ask,
  {
    shop,
    shopOrder,
    parts,
    service,
    corrections,
  }: { shop: string; shopOrder: ShopOrder; parts: readonly ShopOrderPart[] } & Choice,
): Promise<Order> {
  const { shopOrderId, number } = shopOrder;
  const merchant = await getMerchant(db, merchantId);
  const contents = await contentsOf(ask, merchant, shopOrder, parts);
  const chosen = service ?? shopOrder.service ?? USUAL_SERVICE;
  const newOrder = newOrderOf(corrected(shopOrder, corrections), contents, chosen);
  const isQuoted = chosen === shopOrder.service;
  return db.transaction().execute(async (trx) => {
    await lockShopOrder(trx, merchantId, shopOrderId);
    const placement = {
      ...{ merchant, username, now: clock.now() },
      ...(isQuoted && { quotedAt: shopOrder.createdAt }),
    };
    const order = await placeOne(trx, placement, newOrder, number);
    const isOurs = await claimParts(trx, merchantId, {
      ...{ shop, shopOrderId, orderId: order.id },
      locationId: parts[0]?.locationId ?? '',
      partIds: parts.map(({ id }) => id),
    });
    if (!isOurs) throw new ApiError('shop_order_placed', { number });
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
    // A missing phone.
    throw isApiError(error, 'invalid_request') ? incomplete(number, error.fieldErrors) : error;
  }
}
