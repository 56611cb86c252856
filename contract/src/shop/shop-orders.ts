import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { OrderItem } from '../orders/new-order.ts';
import { Order } from '../orders/orders.ts';
import { Service } from '../rates/services.ts';
import { ShopOrderId } from './shop.ts';
import { EpochMillis } from '../time.ts';

export const ShopFulfilment = z.enum(['unfulfilled', 'partial', 'fulfilled']);
export type ShopFulfilment = z.infer<typeof ShopFulfilment>;

/** As last read in the shop. */
export const ShopOrder = z
  .object({
    shopOrderId: z.string(),
    number: z.string().describe('Such as #1001.'),
    createdAt: EpochMillis,
    updatedAt: EpochMillis,
    cancelledAt: EpochMillis.optional(),
    fulfilment: ShopFulfilment,
    waiting: z
      .enum(['on_hold', 'scheduled'])
      .optional()
      .describe('Why nothing of it may be fulfilled yet.'),
    shippingMethod: z.string().optional().describe('What the buyer chose at checkout.'),
    service: Service.optional().describe('Set when the buyer chose a Portage rate.'),
    shippingPaid: z
      .object({ cents: z.int().min(0), currency: z.string() })
      .optional()
      .describe('What the buyer paid for shipping.'),
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
  })
  .meta({ id: 'ShopOrder' });
export type ShopOrder = z.infer<typeof ShopOrder>;

/** With its delivery order, if any. */
export const ListedShopOrder = z
  .object({
    shopOrder: ShopOrder,
    orderId: z.uuid().optional(),
    drift: z
      .enum(['shop_fulfilled', 'order_ready', 'shop_cancelled'])
      .optional()
      .describe(
        '`shop_fulfilled`: fulfilled in the shop, not ready here. `order_ready`: ready here, not fulfilled in the shop. `shop_cancelled`: cancelled in the shop, and still under way here.',
      ),
  })
  .meta({ id: 'ListedShopOrder' });
export type ListedShopOrder = z.infer<typeof ListedShopOrder>;

export const UnreadableShopOrder = z
  .object({
    shopOrderId: z.string(),
    number: z.string().optional().describe('Such as #1001.'),
    reason: z
      .string()
      .optional()
      .describe('What the platform says; absent where Portage does not understand its answer.'),
    failedAt: EpochMillis,
  })
  .meta({ id: 'UnreadableShopOrder' });
export type UnreadableShopOrder = z.infer<typeof UnreadableShopOrder>;

const Reference = z.object({ shopOrderId: ShopOrderId });

export const shopOrderEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/shop_orders',
    summary: 'The newest 200 shop orders, with their drift from the delivery orders',
    mayCall: 'user',
    query: z.object({
      show: z.enum(['open', 'drift', 'all']).default('open').describe('`open`: not placed yet.'),
    }),
    status: 200,
    response: z.object({
      shopOrders: z.array(ListedShopOrder),
      unreadable: z
        .array(UnreadableShopOrder)
        .describe('The newest 20 that could not be read. They are tried again every night.'),
    }),
    errors: [],
  }),
  place: endpoint({
    method: 'POST',
    path: '/shop_orders/{shopOrderId}/place',
    summary: 'Create the delivery order of a shop order',
    mayCall: 'user',
    params: Reference,
    body: z.object({ service: Service.optional() }),
    status: 201,
    response: Order,
    errors: [
      'shop_order_not_found',
      'shop_order_cancelled',
      'shop_order_placed',
      'shop_order_incomplete',
      'shop_not_linked',
    ],
  }),
  repair: endpoint({
    method: 'POST',
    path: '/shop_orders/{shopOrderId}/repair',
    summary: 'Bring a delivery order and its shop order in step again',
    mayCall: 'user',
    params: Reference,
    status: 200,
    response: ListedShopOrder,
    errors: [
      'shop_not_linked',
      'shop_authorization_failed',
      'shop_unavailable',
      'shop_frozen',
      'shop_rejected',
      'shop_order_not_found',
      'shop_order_unreadable',
      'shop_order_closed',
      'shop_order_cancelled',
      'shop_order_on_hold',
      'shop_order_scheduled',
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
