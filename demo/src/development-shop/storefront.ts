import { z } from 'zod';
import { type CarrierRate, shopCallbackEndpoints } from '@portage/contract/shop/shop-callbacks';
import { DAY, type EpochMillis } from '@portage/contract/time';
import type { Send } from '../../../server/src/shop/shop-platform.ts';
import { signatureOfBody } from '../../../server/src/shop/shop-signatures.ts';
import type { DevelopmentShop } from './development-shop.ts';
import exampleBody from './example-order.json' with { type: 'json' };
import {
  type DevAddress,
  type DevFulfillmentOrder,
  type DevOrder,
  type DevShop,
  fulfillmentStatusOf,
  itemsOf,
  moveDevPart,
  numberOfText,
  SECOND_LOCATION,
} from './shop-state.ts';

/** `fulfillment_status` of the REST API. */
const restStatusOf = (order: DevOrder) =>
  ({ PARTIALLY_FULFILLED: 'partial', FULFILLED: 'fulfilled' } as Record<string, string>)[
    fulfillmentStatusOf(order)
  ] ?? null;

/** The body of `app/uninstalled`: the REST API's shop. `domain` may be a custom one. */
export const shopBody = (domain: string) => ({
  id: numberOfText(domain),
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
  shop_id: numberOfText(domain),
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

/** The body of the order topics: a published example of the REST API with what Portage may read. */
export function orderBody(
  order: DevOrder,
  { currency }: Pick<DevShop, 'currency'> = { currency: 'CAD' },
) {
  return {
    ...exampleBody,
    id: Number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: order.name,
    order_number: Number(order.name.replace(/\D/g, '')),
    created_at: iso(order.createdAt),
    updated_at: iso(order.updatedAt),
    cancelled_at: iso(order.cancelledAt),
    cancel_reason: order.cancelledAt === null ? null : 'customer',
    fulfillment_status: restStatusOf(order),
    currency,
    email: order.email,
    phone: order.phone,
    note: order.note,
    tags: order.tags.join(', '),
    total_weight: order.items.reduce((sum, { grams, quantity }) => sum + grams * quantity, 0),
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

/** The shop's own shipping method beside carriers' rates. */
const OWN_METHOD = { code: 'Economy', title: 'Economy', source: 'shopify', cents: 0 };

function productsOf(world: DevelopmentShop, domain: string, { items }: Basket) {
  const { products } = world.shop(domain);
  return items.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId);
    return product && quantity > 0 ? [{ product, quantity }] : [];
  });
}

/** Returns the rates of a checkout, requested like the platform does. */
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
  // After an error the checkout shows only its own methods.
  if (answer.status !== 200) return [];
  return Rates.parse(JSON.parse(answer.body.toString())).rates;
}

const centsOf = (rate: CarrierRate) => z.coerce.number().parse(rate.total_price);

/** Places an order with a checkout rate or the shop's own method, and sends the webhook. */
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

/** Changes an order like the shop's staff, and sends its webhook. */
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

/** Actions of a shop's staff on an order, in the sequence of the buttons. */
export const staffActions = {
  /** Fulfills an order without Portage. */
  fulfill: staffAction((order, world) => {
    for (const part of order.fulfillmentOrders.filter(isOpen)) {
      for (const item of itemsOf(order, part)) item.remaining = 0;
      part.status = 'CLOSED';
    }
    const id = `gid://shopify/Fulfillment/${world.newId()}`;
    const tracking = { company: null, number: null, url: null };
    order.fulfillments.push({ id, status: 'SUCCESS', tracking });
  }),
  cancel: staffAction((order, world) => {
    order.cancelledAt = world.now();
    for (const part of order.fulfillmentOrders.filter(isOpen)) part.status = 'CANCELLED';
  }, 'orders/cancelled'),
  hold: staffAction((order) => {
    for (const part of order.fulfillmentOrders.filter(({ status }) => status === 'OPEN')) {
      part.status = 'ON_HOLD';
      part.holdReason = 'AWAITING_PAYMENT';
    }
  }),
  schedule: staffAction((order, world) => {
    for (const part of order.fulfillmentOrders.filter(({ status }) => status === 'OPEN')) {
      part.status = 'SCHEDULED';
      part.fulfillAt = world.now() + 7 * DAY;
    }
  }),
  /** Ends a hold, or opens what is scheduled. */
  release: staffAction((order) => {
    for (const part of order.fulfillmentOrders) {
      if (part.status === 'ON_HOLD' || part.status === 'SCHEDULED') part.status = 'OPEN';
      delete part.holdReason;
      delete part.fulfillAt;
    }
  }),
  /** Refunds one piece of the first item that has any left. */
  refund: staffAction((order) => {
    const item = order.items.find(
      ({ quantity, currentQuantity = quantity }) => currentQuantity > 0,
    );
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
  }),
  /** Moves the last item to a fulfillment order of the shop's second location. */
  split: staffAction((order, world) => {
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
  }),
  move: staffAction((order, world, { locations }) => {
    const newId = () => world.newId();
    for (const part of order.fulfillmentOrders.filter(isOpen)) {
      const at = locations.findIndex(({ id }) => id === part.locationId);
      const next = locations[(at + 1) % locations.length];
      if (next) moveDevPart(order, part, { locationId: next.id, newId });
    }
  }),
  edit: staffAction(({ shippingAddress: address }) => {
    if (address) address.address1 = `${address.address1 ?? ''} (rear)`;
  }),
  tag: staffAction((order) => {
    const tag = 'gift';
    const has = order.tags.includes(tag);
    order.tags = has ? order.tags.filter((one) => one !== tag) : [...order.tags, tag];
  }),
  /** Switches whether the platform refuses an order. */
  break: staffAction((order) => {
    if (order.failsWith === undefined) order.failsWith = 'Internal error while reading the note.';
    else delete order.failsWith;
  }),
  /** Deletes an order. Portage does not subscribe to `orders/delete`. */
  delete: (world: DevelopmentShop, domain: string, order: DevOrder): Promise<void> => {
    world.shop(domain).orders.delete(order.id);
    return Promise.resolve();
  },
};

export async function uninstallApp(world: DevelopmentShop, domain: string): Promise<void> {
  const shop = world.shop(domain);
  shop.isInstalled = false;
  shop.generation += 1;
  shop.carrierService = undefined;
  // The token is revoked before the webhook is sent.
  await world.tell(domain, 'app/uninstalled', shopBody(domain));
  shop.webhooks = [];
}
