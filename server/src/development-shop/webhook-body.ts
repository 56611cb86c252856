import { type DevOrder, fulfillmentStatusOf } from './shop-state.ts';

const STATUS = {
  UNFULFILLED: null,
  PARTIALLY_FULFILLED: 'partial',
  FULFILLED: 'fulfilled',
} as const;

/** An order as the platform writes it into webhooks: the shape of its REST API. */
export function orderWebhookBody(order: DevOrder) {
  const { shippingAddress: address, shippingLine } = order;
  return {
    id: Number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: order.name,
    created_at: new Date(order.createdAt).toISOString(),
    updated_at: new Date(order.updatedAt).toISOString(),
    cancelled_at: order.cancelledAt === null ? null : new Date(order.cancelledAt).toISOString(),
    email: order.email,
    phone: order.phone,
    note: order.note,
    tags: order.tags.join(', '),
    fulfillment_status: STATUS[fulfillmentStatusOf(order)],
    shipping_address: address && {
      name: address.name,
      company: address.company,
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      province_code: address.provinceCode,
      zip: address.zip,
      country_code: address.countryCodeV2,
      phone: address.phone,
    },
    shipping_lines: shippingLine
      ? [
          {
            code: shippingLine.code,
            title: shippingLine.title,
            source: shippingLine.source,
            price: (shippingLine.cents / 100).toFixed(2),
          },
        ]
      : [],
    line_items: order.items.map((item) => ({
      id: Number(item.id),
      title: item.title,
      variant_title: item.variantTitle,
      sku: item.sku,
      quantity: item.quantity,
      grams: item.grams,
    })),
  };
}
