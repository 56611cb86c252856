import { z } from 'zod';
import { Address } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { OrderItem } from '../orders/new-order.ts';
import { Order } from '../orders/orders.ts';
import { Service } from '../rates/rates.ts';
import { EpochMillis } from '../time.ts';
import {
  ASKS_PLATFORM,
  LocationOfParts,
  REFUSES_PLACING,
  ShopOrderId,
  ShopOrderVersion,
} from './shop.ts';

export const ShopFulfilment = z.enum(['unfulfilled', 'partial', 'fulfilled']);
export type ShopFulfilment = z.infer<typeof ShopFulfilment>;

/** A fulfillment order: open items that one location ships. */
export const ShopOrderPart = namedObject('ShopOrderPart', {
  id: z.string().describe('Number of the fulfillment order.'),
  state: z.enum(['open', 'on_hold', 'scheduled', 'incomplete']),
  locationId: z.string().optional(),
  locationName: z.string(),
  address: Address.optional().describe('Of the location, where Portage can pick up.'),
  holdReason: z.string().optional().describe('In the platform’s words.'),
  opensAt: EpochMillis.optional().describe('Opening time of a scheduled part.'),
});
export type ShopOrderPart = z.infer<typeof ShopOrderPart>;

/** An order of the linked shop, as it was last read there. */
export const ShopOrder = namedObject('ShopOrder', {
  shopOrderId: z.string(),
  number: z.string().describe('Such as #1001.'),
  createdAt: EpochMillis,
  updatedAt: EpochMillis,
  cancelledAt: EpochMillis.optional(),
  fulfilment: ShopFulfilment,
  parts: z
    .array(ShopOrderPart)
    .optional()
    .describe('Absent for orders read before Portage knew parts.'),
  version: ShopOrderVersion.optional(),
  shippingMethod: z.string().optional().describe('Shipping method chosen at checkout.'),
  service: Service.optional().describe('Set when the buyer chose a Portage rate.'),
  shippingPaid: z
    .object({ cents: z.int().min(0), currency: z.string() })
    .optional()
    .describe('Price that the buyer paid for shipping.'),
  recipientName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  address: z
    .object({
      address1: z.string().optional(),
      address2: z.string().optional(),
      city: z.string().optional(),
      provinceCode: z.string().optional(),
      zip: z.string().optional(),
      countryCode: z.string().optional(),
      company: z.string().optional(),
    })
    .optional(),
  items: z.array(OrderItem),
  grams: z.number().min(0).optional().describe('Weight of all items.'),
  note: z.string().optional(),
  tags: z.array(z.string()),
  fulfillmentIds: z.array(z.string()),
});
export type ShopOrder = z.infer<typeof ShopOrder>;

/** A shop order with its delivery order, or with the parts that still need one. */
export const ListedShopOrder = namedObject('ListedShopOrder', {
  shopOrder: ShopOrder,
  orderId: z.uuid().optional(),
  location: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe('Location it ships from, if several ship the order.'),
  waiting: ShopOrderPart.pick({ state: true, holdReason: true, opensAt: true })
    .optional()
    .describe('Present where nothing of it may be fulfilled yet.'),
  drift: z
    .enum(['shop_fulfilled', 'order_ready', 'shop_cancelled', 'shop_moved'])
    .optional()
    .describe(
      '`shop_fulfilled`: fulfilled in the shop, not ready here. `order_ready`: ready here, not fulfilled in the shop. `shop_cancelled`: cancelled or deleted in the shop, and still under way here. `shop_moved`: the shop moved it to another location than it is picked up at.',
    ),
});
export type ListedShopOrder = z.infer<typeof ListedShopOrder>;

export const UnreadableShopOrder = namedObject('UnreadableShopOrder', {
  shopOrderId: z.string(),
  number: z.string().optional().describe('Such as #1001.'),
  reason: z
    .string()
    .optional()
    .describe('Message of the platform; missing when its answer was not understood.'),
  failedAt: EpochMillis,
});
export type UnreadableShopOrder = z.infer<typeof UnreadableShopOrder>;

const Reference = z.object({ shopOrderId: ShopOrderId });

export const shopOrderEndpoints = {
  list: endpoint('GET /shop_orders', {
    summary: 'The newest 200 shop orders, with their drift from the delivery orders',
    mayCall: 'user',
    query: z.object({
      show: z.enum(['open', 'drift', 'all']).default('open').describe('`open`: not placed yet.'),
    }),
    response: z.object({
      shopOrders: z.array(ListedShopOrder),
      unreadable: z
        .array(UnreadableShopOrder)
        .describe('The newest 20 that could not be read. They are tried again every night.'),
    }),
  }),
  place: endpoint('POST /shop_orders/{shopOrderId}/place', {
    summary: 'Create the delivery order of a shop order, or of the parts that one location ships',
    mayCall: 'user',
    params: Reference,
    body: z.object({
      service: Service.optional(),
      locationId: LocationOfParts,
      version: ShopOrderVersion.optional(),
    }),
    status: 201,
    response: Order,
    errors: [...ASKS_PLATFORM, ...REFUSES_PLACING],
  }),
  repair: endpoint('POST /shop_orders/{shopOrderId}/repair', {
    summary: 'Bring a delivery order and its shop order in step again',
    mayCall: 'user',
    params: Reference,
    query: z.object({
      orderId: z
        .uuid()
        .optional()
        .describe('The delivery order, where the shop order has several.'),
    }),
    response: ListedShopOrder,
    errors: [
      ...ASKS_PLATFORM,
      ...REFUSES_PLACING,
      'shop_move_refused',
      'shop_location_gone',
      'order_not_geocoded',
      'order_scanned',
      'order_picked_up',
      'order_archived',
      'order_not_found',
      'busy',
    ],
  }),
};
