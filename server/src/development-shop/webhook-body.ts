import { type DevOrder, fulfillmentStatusOf } from './shop-state.ts';

const STATUS = {
  UNFULFILLED: null,
  PARTIALLY_FULFILLED: 'partial',
  FULFILLED: 'fulfilled',
} as const;

/** The number of a shop, the same for a domain each time. */
const shopNumberOf = (domain: string) =>
  [...domain].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1e10, 7);

/** The body of `app/uninstalled`: the shop as the REST API has it. `domain` may be one of its own. */
export const shopBody = (domain: string) => ({
  id: shopNumberOf(domain),
  name: domain.split('.', 1)[0],
  email: `owner@${domain}`,
  domain: `www.${domain.split('.', 1)[0]}.example`,
  myshopify_domain: domain,
  country_code: 'CA',
  currency: 'CAD',
  primary_locale: 'en',
  plan_name: 'basic',
});

/** The body of `shop/redact`, and what the bodies of the other privacy topics begin with. */
export const shopRedactBody = (domain: string) => ({
  shop_id: shopNumberOf(domain),
  shop_domain: domain,
});

const CUSTOMER = { id: 191_167, email: 'amelie@example.com', phone: '+14165550142' };

/** The body of `customers/redact`. */
export const customerRedactBody = (domain: string, orderIds: readonly string[]) => ({
  ...shopRedactBody(domain),
  customer: CUSTOMER,
  orders_to_redact: orderIds.map(Number),
});

/** The body of `customers/data_request`. */
export const dataRequestBody = (domain: string, orderIds: readonly string[]) => ({
  ...shopRedactBody(domain),
  orders_requested: orderIds.map(Number),
  customer: CUSTOMER,
  data_request: { id: 9_999 },
});

/** The body of the order topics: the order as the REST API has it. It names no shop. */
export function orderBody(order: DevOrder) {
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
