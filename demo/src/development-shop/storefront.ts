import { z } from 'zod';
import { type CarrierRate, shopCallbackEndpoints } from '@portage/contract/shop/shop-callbacks';
import type { Send } from '../../../server/src/shop/shop-platform.ts';
import { signatureOfBody } from '../../../server/src/shop/shop-signatures.ts';
import type { DevelopmentShop } from './development-shop.ts';
import { type DevAddress, type DevOrder, fulfillmentStatusOf } from './shop-state.ts';

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

/** What a buyer puts into the basket, and where it goes. */
export interface Basket {
  /** Product ids with how many of each. */
  items: { productId: string; quantity: number }[];
  address: DevAddress;
  email: string | null;
  note: string | null;
  locale: string;
}

const Rates = shopCallbackEndpoints.carrierRates.response;

/** The shipping method that a shop of its own offers, beside the rates of carriers. */
const OWN_METHOD = { code: 'Economy', title: 'Economy', source: 'shopify', cents: 0 };

function productsOf(world: DevelopmentShop, domain: string, { items }: Basket) {
  const { products } = world.shop(domain);
  return items.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId);
    return product && quantity > 0 ? [{ product, quantity }] : [];
  });
}

/** The rates that a checkout shows: those of the carrier service, asked as the platform asks. */
export async function checkoutRates(
  world: DevelopmentShop,
  deliver: Send,
  domain: string,
  basket: Basket,
): Promise<CarrierRate[]> {
  const shop = world.shop(domain);
  if (!shop.carrierService) return [];
  const [origin] = shop.locations;
  const { address } = basket;
  const body = Buffer.from(
    JSON.stringify({
      rate: {
        origin: { country: 'CA', postal_code: origin?.address.zip, city: origin?.address.city },
        destination: {
          country: address.countryCodeV2,
          postal_code: address.zip,
          province: address.provinceCode,
          city: address.city,
          name: address.name,
          address1: address.address1,
          phone: address.phone,
        },
        items: productsOf(world, domain, basket).map(({ product, quantity }) => ({
          name: product.title,
          sku: product.sku,
          quantity,
          grams: product.grams,
          price: product.cents,
          requires_shipping: true,
          product_id: Number(product.id),
        })),
        currency: shop.currency,
        locale: basket.locale,
      },
    }),
  );
  const answer = await deliver(shop.carrierService.callbackUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-shop-domain': domain,
      'x-shopify-hmac-sha256': signatureOfBody(world.clientSecret, body),
    },
    body,
  });
  // An error has the checkout show its own methods alone.
  if (answer.status !== 200) return [];
  return Rates.parse(JSON.parse(answer.body.toString())).rates;
}

const price = (rate: CarrierRate) => z.coerce.number().parse(rate.total_price);

/** Places an order with a rate of the checkout, or with the shop's own method, and tells of it. */
export async function placeDevOrder(
  world: DevelopmentShop,
  domain: string,
  basket: Basket,
  rate: CarrierRate | undefined,
): Promise<DevOrder> {
  const shop = world.shop(domain);
  const id = world.newId();
  const at = world.now();
  const bought = productsOf(world, domain, basket);
  const order: DevOrder = {
    id,
    name: `#${1001 + shop.orders.size}`,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    note: basket.note,
    tags: [],
    email: basket.email,
    phone: basket.address.phone,
    shippingLine: rate
      ? { code: rate.service_code, title: rate.service_name, source: 'Portage', cents: price(rate) }
      : OWN_METHOD,
    shippingAddress: basket.address,
    items: bought.map(({ product, quantity }) => ({
      id: world.newId(),
      title: product.title,
      variantTitle: product.variantTitle,
      sku: product.sku,
      grams: product.grams,
      quantity,
    })),
    fulfillmentOrders: [
      {
        id: `gid://shopify/FulfillmentOrder/${world.newId()}`,
        status: 'OPEN',
        locationId: shop.locations[0]?.id ?? '',
      },
    ],
    fulfillments: [],
  };
  shop.orders.set(id, order);
  await world.tell(domain, 'orders/create', orderBody(order));
  return order;
}

/** Cancels an order in the shop, and tells of it. */
export async function cancelDevOrder(
  world: DevelopmentShop,
  domain: string,
  order: DevOrder,
): Promise<void> {
  order.cancelledAt = world.now();
  order.updatedAt = world.now();
  for (const part of order.fulfillmentOrders) {
    if (part.status === 'OPEN') part.status = 'CANCELLED';
  }
  await world.tell(domain, 'orders/cancelled', orderBody(order));
}

/** Fulfills an order in the shop itself, without Portage, and tells of it. */
export async function fulfillDevOrder(
  world: DevelopmentShop,
  domain: string,
  order: DevOrder,
): Promise<void> {
  for (const part of order.fulfillmentOrders) {
    if (part.status === 'OPEN') part.status = 'CLOSED';
  }
  const id = `gid://shopify/Fulfillment/${world.newId()}`;
  const tracking = { company: null, number: null, url: null };
  order.fulfillments.push({ id, status: 'SUCCESS', tracking });
  order.updatedAt = world.now();
  await world.tell(domain, 'orders/updated', orderBody(order));
}

/** Uninstalls the app from the shop. */
export async function uninstallApp(world: DevelopmentShop, domain: string): Promise<void> {
  const shop = world.shop(domain);
  shop.isInstalled = false;
  shop.generation += 1;
  shop.carrierService = undefined;
  // The token is revoked before the webhook is sent.
  await world.tell(domain, 'app/uninstalled', shopBody(domain));
  shop.webhooks = [];
}
