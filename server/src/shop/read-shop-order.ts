import type { Service } from '@portage/contract/services';
import { ShopOrder } from '@portage/contract/shop-orders';
import { serviceOfCode } from './checkout-rates.ts';
import type { AdminOrder } from './shop-documents.ts';
import { numberOf } from './with-shop.ts';

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
export function readShopOrder(order: AdminOrder): ShopOrder {
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
