import { type Order, OrderListQuery, type OrderPage } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import type { Deps } from '../../../server/src/deps.ts';
import { findMerchant } from '../../../server/src/merchants/operate-merchants.ts';
import { listOrders } from '../../../server/src/orders/list-orders.ts';
import {
  adoptShop,
  listLinkedShops,
  listNewestShopOrders,
} from '../../../server/src/shop/link-shop.ts';
import type { DevelopmentShop } from './development-shop.ts';
import type { DevOrder, DevShop } from './shop-state.ts';

const MOST_SEEDED = 10_000;

type SeedDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'trackingUrl'>;

/** Fields that shop order and delivery order share. */
type Known = Pick<ShopOrder, 'shopOrderId' | 'number' | 'createdAt' | 'fulfilment' | 'items'> &
  Partial<ShopOrder>;

type DevTracking = DevOrder['fulfillments'][number]['tracking'];

const trackingAt = (trackingUrl: string, number: string): DevTracking => ({
  company: 'Portage',
  number,
  url: `${trackingUrl}/${number}`,
});

const NO_TRACKING: DevTracking = { company: 'Portage', number: null, url: null };

/** Rebuilds a shop order from Portage's data. */
function devOrderOf(shop: DevShop, known: Known, tracking: DevTracking): DevOrder {
  const { shopOrderId: id, address, fulfilment } = known;
  const isFulfilled = fulfilment === 'fulfilled';
  return {
    id,
    name: known.number,
    createdAt: known.createdAt,
    updatedAt: known.updatedAt ?? known.createdAt,
    cancelledAt: known.cancelledAt ?? null,
    note: known.note ?? null,
    tags: [...(known.tags ?? [])],
    email: known.email ?? null,
    phone: known.phone ?? null,
    shippingLine: known.shippingMethod
      ? {
          code: known.service ? `PORTAGE_${known.service}` : known.shippingMethod,
          title: known.shippingMethod,
          source: known.service ? 'Portage' : 'shopify',
          cents: 0,
        }
      : null,
    shippingAddress: address
      ? {
          name: known.recipientName ?? null,
          company: address.company ?? null,
          address1: address.address1 ?? null,
          address2: address.address2 ?? null,
          city: address.city ?? null,
          provinceCode: address.provinceCode ?? null,
          zip: address.zip ?? null,
          countryCodeV2: address.countryCode ?? null,
          phone: known.phone ?? null,
        }
      : null,
    items: known.items.map((item, index) => ({
      id: `${id}${index}`,
      title: item.name,
      variantTitle: null,
      sku: item.sku ?? '',
      quantity: item.quantity,
      grams: index === 0 ? (known.grams ?? 500) / item.quantity : 0,
    })),
    fulfillmentOrders: [
      {
        id: `gid://shopify/FulfillmentOrder/${id}`,
        status: isFulfilled ? 'CLOSED' : 'OPEN',
        locationId: shop.locations[0]?.id ?? '',
      },
    ],
    fulfillments: isFulfilled
      ? [{ id: `gid://shopify/Fulfillment/${id}`, status: 'SUCCESS', tracking }]
      : [],
  };
}

/** Rebuilds the shop order of a delivery order. */
function knownOf(order: Order, shopOrderId: string): Known {
  const { dtoRecipientAddress: address, recipient, refNumber } = order;
  return {
    shopOrderId,
    number: refNumber ?? `#${shopOrderId.slice(-4)}`,
    createdAt: order.createdAt,
    fulfilment: order.pickupReadyAt === undefined ? 'unfulfilled' : 'fulfilled',
    items: order.orderItems,
    recipientName: recipient.name,
    email: recipient.email,
    phone: recipient.phone,
    shippingMethod: `Portage – ${serviceNames[order.service].en}`,
    service: order.service,
    note: order.notes,
    address: {
      address1: address.street,
      address2: address.unit,
      city: address.city,
      provinceCode: address.province,
      zip: address.postalCode,
      countryCode: address.country,
    },
  };
}

/** Restores linked shops after a restart, and links the shop of `demoMerchantId`. */
export async function seedDevelopmentShop(
  deps: SeedDeps,
  world: DevelopmentShop,
  { callbackUrl, demoMerchantId }: { callbackUrl: string; demoMerchantId: string | undefined },
): Promise<void> {
  const { db } = deps;
  const found = demoMerchantId === undefined ? undefined : await findMerchant(db, demoMerchantId);
  if (found?.leavingSince === null) {
    const { id, shopifyShop: shop } = found.merchant;
    if (shop !== undefined) await adoptShop(deps, id, { shop, token: world.tokenOf(shop) });
  }
  for (const { shop: domain, merchantId } of await listLinkedShops(deps.db)) {
    const shop = world.shop(domain);
    shop.isInstalled = true;
    shop.carrierService = { callbackUrl: `${callbackUrl}/carrier_rates` };
    shop.webhooks = ['orders/create', 'orders/updated', 'orders/cancelled', 'app/uninstalled'].map(
      (topic) => ({ topic, uri: `${callbackUrl}/webhooks/${topic}` }),
    );
    const fromOrders: DevOrder[] = [];
    for await (const order of newestOrders(db, merchantId)) {
      const id = shopOrderIdOf(order);
      if (id === undefined) continue;
      const tracking = trackingAt(deps.trackingUrl, order.trackingNumber);
      fromOrders.push(devOrderOf(shop, knownOf(order, id), tracking));
    }
    const known = new Map(fromOrders.map(({ id, fulfillments: [one] }) => [id, one?.tracking]));
    const shopOrders = await listNewestShopOrders({ db }, merchantId, { limit: MOST_SEEDED });
    const fromShopOrders = shopOrders.map((shopOrder) =>
      devOrderOf(shop, shopOrder, known.get(shopOrder.shopOrderId) ?? NO_TRACKING),
    );
    const all = [...fromOrders, ...fromShopOrders].sort((a, b) => a.createdAt - b.createdAt);
    shop.orders = new Map(all.map((order) => [order.id, order]));
  }
}

async function* newestOrders(db: SeedDeps['db'], merchantId: string): AsyncGenerator<Order> {
  let read = 0;
  let cursor: OrderPage['next'];
  do {
    const query = OrderListQuery.parse({ ...cursor });
    const page = JSON.parse(String(await listOrders(db, merchantId, query))) as OrderPage;
    yield* page.orders;
    read += page.orders.length;
    cursor = page.next;
  } while (cursor && read < MOST_SEEDED);
}
