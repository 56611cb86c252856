import { z } from 'zod';
import { type CarrierRate, shopCallbackEndpoints } from '@portage/contract/shop/shop-callbacks';
import type { Send } from '../../../server/src/shop/shop-platform.ts';
import { signatureOfBody } from '../../../server/src/shop/shop-signatures.ts';
import type { DevelopmentShop } from './development-shop.ts';
import type { EpochMillis } from '@portage/contract/time';
import {
  type DevAddress,
  type DevFulfillmentOrder,
  type DevItem,
  type DevOrder,
  type DevShop,
  fulfillmentStatusOf,
  itemsOf,
  moveDevPart,
  SECOND_LOCATION,
} from './shop-state.ts';

/** `fulfillment_status` of the REST API. */
const restStatusOf = (order: DevOrder) =>
  (({ PARTIALLY_FULFILLED: 'partial', FULFILLED: 'fulfilled' }) as Record<string, string>)[
    fulfillmentStatusOf(order)
  ] ?? null;

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

const iso = (at: EpochMillis | null) => (at === null ? null : new Date(at).toISOString());
const price = (cents: number) => (cents / 100).toFixed(2);

function moneySet(cents: number, currency: string) {
  const money = { amount: price(cents), currency_code: currency };
  return { shop_money: money, presentment_money: money };
}

function addressBody(address: DevAddress) {
  const [first = '', ...last] = (address.name ?? '').split(' ');
  return {
    first_name: first || null,
    last_name: last.join(' ') || null,
    name: address.name,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.provinceCode,
    province_code: address.provinceCode,
    zip: address.zip,
    country: address.countryCodeV2,
    country_code: address.countryCodeV2,
    phone: address.phone,
    latitude: null,
    longitude: null,
  };
}

function itemBody(item: DevItem, currency: string) {
  const { currentQuantity = item.quantity, cents = 0 } = item;
  return {
    id: Number(item.id),
    admin_graphql_api_id: `gid://shopify/LineItem/${item.id}`,
    attributed_staffs: [],
    current_quantity: currentQuantity,
    discount_allocations: [],
    duties: [],
    fulfillable_quantity: currentQuantity,
    fulfillment_service: 'manual',
    fulfillment_status: null,
    gift_card: false,
    grams: item.grams,
    name: [item.title, item.variantTitle].filter(Boolean).join(' - '),
    price: price(cents),
    price_set: moneySet(cents, currency),
    product_exists: true,
    product_id: 81_001,
    properties: [],
    quantity: item.quantity,
    requires_shipping: true,
    sales_line_item_group_id: null,
    sku: item.sku,
    tax_lines: [],
    taxable: true,
    title: item.title,
    total_discount: '0.00',
    total_discount_set: moneySet(0, currency),
    variant_id: 91_001,
    variant_inventory_management: 'shopify',
    variant_title: item.variantTitle,
    vendor: 'Maple & Pine',
  };
}

/** The body of the order topics: the order of the REST API. It names no shop. */
export function orderBody(
  order: DevOrder,
  { currency }: Pick<DevShop, 'currency'> = { currency: 'CAD' },
) {
  const { shippingAddress: address, shippingLine } = order;
  const goods = order.items.reduce((sum, { cents = 0, quantity }) => sum + cents * quantity, 0);
  const shipping = shippingLine?.cents ?? 0;
  const postal = address && addressBody(address);
  return {
    id: Number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    app_id: 580_111,
    billing_address: postal,
    browser_ip: '203.0.113.7',
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelledAt === null ? null : 'customer',
    cancelled_at: iso(order.cancelledAt),
    cart_token: null,
    checkout_id: Number(order.id) + 1,
    checkout_token: 'bd5a8aa1ecd019dd3520ff791ee3a24c',
    client_details: {
      accept_language: 'en-CA',
      browser_height: null,
      browser_ip: '203.0.113.7',
      browser_width: null,
      session_hash: null,
      user_agent: 'Mozilla/5.0',
    },
    closed_at: null,
    company: null,
    confirmation_number: 'MP8KX2LQZ',
    confirmed: true,
    contact_email: order.email,
    created_at: iso(order.createdAt),
    currency,
    current_shipping_price_set: moneySet(shipping, currency),
    current_subtotal_price: price(goods),
    current_subtotal_price_set: moneySet(goods, currency),
    current_total_additional_fees_set: null,
    current_total_discounts: '0.00',
    current_total_discounts_set: moneySet(0, currency),
    current_total_duties_set: null,
    current_total_price: price(goods + shipping),
    current_total_price_set: moneySet(goods + shipping, currency),
    current_total_tax: '0.00',
    current_total_tax_set: moneySet(0, currency),
    customer: {
      ...CUSTOMER,
      admin_graphql_api_id: `gid://shopify/Customer/${CUSTOMER.id}`,
      created_at: iso(order.createdAt),
      updated_at: iso(order.updatedAt),
      state: 'disabled',
      note: null,
      verified_email: true,
      tax_exempt: false,
      tags: '',
      currency,
      default_address: postal,
    },
    customer_locale: 'en-CA',
    device_id: null,
    discount_applications: [],
    discount_codes: [],
    duties_included: false,
    email: order.email,
    estimated_taxes: false,
    financial_status: 'paid',
    fulfillment_status: restStatusOf(order),
    fulfillments: order.fulfillments.map(({ id, status, tracking }) => ({
      id: Number(id.slice(id.lastIndexOf('/') + 1)),
      admin_graphql_api_id: id,
      order_id: Number(order.id),
      status: status.toLowerCase(),
      tracking_company: tracking.company,
      tracking_number: tracking.number,
      tracking_numbers: tracking.number === null ? [] : [tracking.number],
      tracking_url: tracking.url,
      tracking_urls: tracking.url === null ? [] : [tracking.url],
    })),
    landing_site: '/',
    landing_site_ref: null,
    line_items: order.items.map((item) => itemBody(item, currency)),
    location_id: null,
    merchant_of_record_app_id: null,
    name: order.name,
    note: order.note,
    note_attributes: [],
    number: Number(order.name.replace(/\D/g, '')) - 1000,
    order_number: Number(order.name.replace(/\D/g, '')),
    order_status_url: 'https://shop.example/orders/status',
    original_total_additional_fees_set: null,
    original_total_duties_set: null,
    payment_gateway_names: ['shopify_payments'],
    payment_terms: null,
    phone: order.phone,
    po_number: null,
    presentment_currency: currency,
    processed_at: iso(order.createdAt),
    reference: null,
    referring_site: null,
    refunds: [],
    shipping_address: postal,
    shipping_lines: shippingLine
      ? [
          {
            id: Number(order.id),
            carrier_identifier: null,
            code: shippingLine.code,
            current_discounted_price_set: moneySet(shipping, currency),
            discount_allocations: [],
            discounted_price: price(shipping),
            discounted_price_set: moneySet(shipping, currency),
            is_removed: false,
            phone: null,
            price: price(shipping),
            price_set: moneySet(shipping, currency),
            requested_fulfillment_service_id: null,
            source: shippingLine.source,
            tax_lines: [],
            title: shippingLine.title,
          },
        ]
      : [],
    source_identifier: null,
    source_name: 'web',
    source_url: null,
    subtotal_price: price(goods),
    subtotal_price_set: moneySet(goods, currency),
    tags: order.tags.join(', '),
    tax_exempt: false,
    tax_lines: [],
    taxes_included: false,
    test: false,
    token: 'a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7',
    total_discounts: '0.00',
    total_discounts_set: moneySet(0, currency),
    total_line_items_price: price(goods),
    total_line_items_price_set: moneySet(goods, currency),
    total_outstanding: '0.00',
    total_price: price(goods + shipping),
    total_price_set: moneySet(goods + shipping, currency),
    total_shipping_price_set: moneySet(shipping, currency),
    total_tax: '0.00',
    total_tax_set: moneySet(0, currency),
    total_tip_received: '0.00',
    total_weight: order.items.reduce((sum, { grams, quantity }) => sum + grams * quantity, 0),
    updated_at: iso(order.updatedAt),
    user_id: null,
  };
}

/** Items of a checkout and its destination. */
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

const centsOf = (rate: CarrierRate) => z.coerce.number().parse(rate.total_price);

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
      ? {
          code: rate.service_code,
          title: rate.service_name,
          source: 'Portage',
          cents: centsOf(rate),
        }
      : { ...OWN_METHOD },
    shippingAddress: basket.address,
    items: bought.map(({ product, quantity }) => ({
      id: world.newId(),
      title: product.title,
      variantTitle: product.variantTitle,
      sku: product.sku,
      grams: product.grams,
      cents: product.cents,
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
  await world.tell(domain, 'orders/create', orderBody(order, world.shop(domain)));
  return order;
}

/** Changes an order in the shop as its staff would, and sends its webhook. */
const staffAction =
  (
    change: (order: DevOrder, world: DevelopmentShop, shop: DevShop) => void,
    topic = 'orders/updated',
  ) =>
  async (world: DevelopmentShop, domain: string, order: DevOrder): Promise<void> => {
    change(order, world, world.shop(domain));
    order.updatedAt = world.now();
    await world.tell(domain, topic, orderBody(order, world.shop(domain)));
  };

const isOpen = ({ status }: DevFulfillmentOrder) => status !== 'CLOSED' && status !== 'CANCELLED';

export const cancelDevOrder = staffAction((order, world) => {
  order.cancelledAt = world.now();
  for (const part of order.fulfillmentOrders.filter(isOpen)) part.status = 'CANCELLED';
}, 'orders/cancelled');

/** Fulfills an order without Portage. */
export const fulfillDevOrder = staffAction((order, world) => {
  for (const part of order.fulfillmentOrders.filter(isOpen)) {
    for (const item of itemsOf(order, part)) item.remaining = 0;
    part.status = 'CLOSED';
  }
  const id = `gid://shopify/Fulfillment/${world.newId()}`;
  const tracking = { company: null, number: null, url: null };
  order.fulfillments.push({ id, status: 'SUCCESS', tracking });
});

export const holdDevOrder = staffAction((order) => {
  for (const part of order.fulfillmentOrders.filter(({ status }) => status === 'OPEN')) {
    part.status = 'ON_HOLD';
    part.holdReason = 'AWAITING_PAYMENT';
  }
});

/** Ends a hold, or opens what is scheduled. */
export const releaseDevOrder = staffAction((order) => {
  for (const part of order.fulfillmentOrders) {
    if (part.status === 'ON_HOLD' || part.status === 'SCHEDULED') part.status = 'OPEN';
    delete part.holdReason;
    delete part.fulfillAt;
  }
});

export const scheduleDevOrder = staffAction((order, world) => {
  for (const part of order.fulfillmentOrders.filter(({ status }) => status === 'OPEN')) {
    part.status = 'SCHEDULED';
    part.fulfillAt = world.now() + 7 * 24 * 60 * 60_000;
  }
});

/** Refunds one piece of the first item that has any left. */
export const refundDevOrder = staffAction((order) => {
  const item = order.items.find(({ quantity, currentQuantity = quantity }) => currentQuantity > 0);
  if (!item) return;
  for (const part of order.fulfillmentOrders) itemsOf(order, part);
  item.currentQuantity = (item.currentQuantity ?? item.quantity) - 1;
  for (const part of order.fulfillmentOrders.filter(isOpen)) {
    const items = itemsOf(order, part);
    const held = items.find(({ itemId, remaining }) => itemId === item.id && remaining > 0);
    if (!held) continue;
    held.remaining -= 1;
    held.total -= 1;
    if (items.every(({ remaining }) => remaining === 0)) part.status = 'CLOSED';
    return;
  }
});

export const moveDevOrder = staffAction((order, world, { locations }) => {
  const newId = () => world.newId();
  for (const part of order.fulfillmentOrders.filter(isOpen)) {
    const at = locations.findIndex(({ id }) => id === part.locationId);
    const next = locations[(at + 1) % locations.length];
    if (next) moveDevPart(order, part, { locationId: next.id, newId });
  }
});

export const editDevOrder = staffAction(({ shippingAddress: address }) => {
  if (address) address.address1 = `${address.address1 ?? ''} (rear)`;
});

export const tagDevOrder = staffAction((order) => {
  const tag = 'gift';
  const has = order.tags.includes(tag);
  order.tags = has ? order.tags.filter((one) => one !== tag) : [...order.tags, tag];
});

/** Makes the platform refuse an order, or answer it again. */
export const breakDevOrder = staffAction((order) => {
  if (order.failsWith === undefined) order.failsWith = 'Internal error while reading the note.';
  else delete order.failsWith;
});

/** Moves the last item to a fulfillment order of the shop's second location. */
export const splitDevOrder = staffAction((order, world) => {
  const [part] = order.fulfillmentOrders;
  if (part?.status !== 'OPEN') return;
  const items = itemsOf(order, part);
  const last = items.at(-1);
  if (!last) return;
  const moved = items.length > 1 ? last : { ...last, total: 1, remaining: 1 };
  if (items.length > 1) items.pop();
  else if (last.remaining === 1) return;
  else Object.assign(last, { total: last.total - 1, remaining: last.remaining - 1 });
  order.fulfillmentOrders.push({
    id: `gid://shopify/FulfillmentOrder/${world.newId()}`,
    status: 'OPEN',
    locationId: SECOND_LOCATION,
    items: [{ ...moved, id: `gid://shopify/FulfillmentOrderLineItem/${world.newId()}` }],
  });
});

/** Deletes an order. Portage does not subscribe to `orders/delete`. */
export function deleteDevOrder(
  world: DevelopmentShop,
  domain: string,
  order: DevOrder,
): Promise<void> {
  world.shop(domain).orders.delete(order.id);
  return Promise.resolve();
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
