import { z } from 'zod';
import { type CarrierRate, shopCallbackEndpoints } from '@portage/contract/shop/shop-callbacks';
import type { Send } from '../shop/shop-platform.ts';
import { signatureOfBody } from '../shop/shop-signatures.ts';
import type { DevelopmentShop } from './development-shop.ts';
import type { DevAddress, DevOrder } from './shop-state.ts';
import { orderBody, shopBody } from './webhook-body.ts';

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
