import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { ErrorCode } from '../errors.ts';
import { OrderStatus } from '../orders/order-status.ts';
import { Rate, Service } from '../rates/rates.ts';
import { EpochMillis } from '../time.ts';

/** Checked before lowering case: the Kelvin sign would become a letter. */
export const ShopDomain = z
  .string()
  .max(255)
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i)
  .toLowerCase();

/** The platform's own number. */
export const ShopOrderId = z.string().regex(/^\d{1,20}$/);

/** As a person saw the order. */
export const ShopOrderVersion = z
  .string()
  .max(64)
  .describe(
    'Version of the shop order. A call that sends it is refused with `shop_order_changed` once the shop has changed the order.',
  );

export const ShopLocation = namedObject('ShopLocation', {
  id: z.string().describe('The platform’s id, such as `gid://shopify/Location/1`.'),
  name: z.string(),
  address1: z.string().optional(),
  city: z.string().optional(),
  province: z.string().optional(),
  country: z.string().optional(),
  zip: z.string().optional(),
});
export type ShopLocation = z.infer<typeof ShopLocation>;

/** Keeps our rates' codes apart from other carriers'. */
export const SERVICE_CODE_PREFIX = 'PORTAGE_';

const ServiceCode = z.enum(
  Service.options.map((service) => `${SERVICE_CODE_PREFIX}${service}` as const),
);

/** Spec 2 §3. */
export const ShopRate = namedObject('ShopRate', {
  service_code: ServiceCode,
  service_name: z.string(),
  total_price: z.int().min(0).describe('In cents of `currency` (spec 2 §9).'),
  currency: Rate.shape.currency,
  description: z.string(),
});
export type ShopRate = z.infer<typeof ShopRate>;

const ShopRecipient = z.object({
  recipientName: z.string().max(200).optional(),
  phone: z.string().max(50).optional(),
  address1: z.string().max(200).optional(),
  address2: z.string().max(100).optional(),
  city: z.string().max(100).optional(),
  provinceCode: z.string().max(10).optional(),
  zip: z.string().max(20).optional(),
});
export type ShopRecipient = z.infer<typeof ShopRecipient>;

/** Change the delivery order only. */
export const ShopCorrections = ShopRecipient.describe(
  'Recipient and address of the delivery order where they differ from the shop’s.',
);

export const FulfillmentChoices = namedObject('FulfillmentChoices', {
  success: z.literal(true),
  locations: z.array(ShopLocation),
  rates: z
    .array(ShopRate)
    .optional()
    .describe('Only where the order has no delivery order yet: one must be chosen.'),
  shopOrderNumber: z.string().describe('Such as #1001.'),
  chosenAtCheckout: z.boolean().describe('True if the buyer chose a Portage rate.'),
  checkout: z
    .object({
      method: z.string().optional().describe('Shipping method that the buyer chose.'),
      service_code: ServiceCode.optional().describe('Its rate, for a Portage rate.'),
      paid: z.object({ cents: z.int().min(0), currency: z.string() }).optional(),
    })
    .describe('Shipping method and price that the buyer chose.'),
  recipient: ShopRecipient.optional().describe('Only where the order has no delivery order yet.'),
  shipsFrom: z
    .array(z.string())
    .describe('Ids of the locations to which the shop has assigned what is left to fulfill.'),
  version: ShopOrderVersion.optional(),
  fulfillmentIds: z
    .array(z.string())
    .optional()
    .describe('Present for an order that is fulfilled already.'),
});
export type FulfillmentChoices = z.infer<typeof FulfillmentChoices>;

/** Several where several locations ship the order. */
export const Fulfilled = namedObject('Fulfilled', { fulfillmentIds: z.array(z.string()) });

export const ShopOutcome = namedObject('ShopOutcome', {
  orderId: z.uuid().describe('The delivery order.'),
  shopOrderId: z.string(),
  result: z.enum(['success', 'error']),
  fulfillmentIds: z.array(z.string()).optional(),
  status: OrderStatus.optional().describe('Of the delivery order afterwards.'),
  code: ErrorCode.optional(),
  message: z.string().optional().describe('Why not, in the language of the request.'),
});
export type ShopOutcome = z.infer<typeof ShopOutcome>;

export const ShopLink = namedObject('ShopLink', {
  shop: z.string(),
  state: z
    .enum(['linked', 'authorization_lost'])
    .describe('`authorization_lost` asks to link again.'),
  linkedAt: EpochMillis,
  placesOrders: z.boolean().describe('True if shop orders become delivery orders automatically.'),
  foreignCurrency: z
    .string()
    .optional()
    .describe('Currency of the shop’s checkout, where Portage has no rates in it.'),
  isDevelopmentShop: z.boolean().describe('True for the emulator.'),
});
export type ShopLink = z.infer<typeof ShopLink>;

const ShopQuery = z.object({ shop: ShopDomain });
const AnyOrderId = z.union([z.uuid(), ShopOrderId]);
const Location = z.string().min(1, 'required').max(200);

export const MOST_IN_SHOP_BATCH = 500;

/** Milliseconds to wait for the platform's throttle. */
export const SHOP_PATIENCE = 240_000;

export const LocationOfParts = Location.optional().describe(
  'Location the parts ship from; the first one that the shop assigned by default.',
);

/** Errors of every call that asks the platform. */
export const ASKS_PLATFORM = [
  'shop_not_linked',
  'shop_authorization_failed',
  'shop_unavailable',
  'shop_frozen',
  'shop_rejected',
] as const;

export const REFUSES_PLACING = [
  'shop_order_not_found',
  'shop_order_unreadable',
  'shop_order_cancelled',
  'shop_order_closed',
  'shop_order_changed',
  'shop_order_placed',
  'shop_order_incomplete',
  'shop_order_on_hold',
  'shop_order_scheduled',
] as const;

/** Those of the portal carry the session token (spec 1 §7, spec 2 §7). */
export const shopEndpoints = {
  locations: endpoint('GET /orders/locations', {
    summary: 'The locations a shop order can be fulfilled from, and rates where one must be chosen',
    mayCall: 'user',
    query: ShopQuery.extend({ id: AnyOrderId.describe('A shop order or a delivery order.') }),
    response: FulfillmentChoices,
    errors: [
      ...ASKS_PLATFORM,
      'shop_order_not_found',
      'shop_order_unreadable',
      'order_not_found',
      'no_shop_id',
    ],
  }),
  fulfill: endpoint('POST /orders/fulfill', {
    summary: 'Fulfill a shop order from a location, with the tracking number of its delivery order',
    mayCall: 'user',
    query: ShopQuery,
    body: z.object({ orderId: AnyOrderId, locationId: Location }),
    response: Fulfilled,
    errors: [
      ...ASKS_PLATFORM,
      'shop_order_not_found',
      'shop_order_cancelled',
      'shop_order_closed',
      'shop_order_not_placed',
      'shop_order_on_hold',
      'shop_order_scheduled',
      'shop_move_refused',
      'shop_location_gone',
      'order_not_found',
      'no_shop_id',
    ],
  }),
  createAndFulfill: endpoint('POST /orders/create_and_fulfill', {
    summary: 'Create the delivery order of a shop order at a rate, and fulfill it',
    mayCall: 'user',
    query: ShopQuery,
    body: z.object({
      orderId: ShopOrderId,
      locationId: LocationOfParts,
      rate: z
        .union([Service, ShopRate])
        .optional()
        .describe('A rate or its service. Absent: what the buyer chose, or next day.'),
      corrections: ShopCorrections.optional(),
      version: ShopOrderVersion.optional(),
    }),
    response: Fulfilled.extend({ orderId: z.uuid().describe('The delivery order.') }),
    errors: [...ASKS_PLATFORM, ...REFUSES_PLACING, 'shop_move_refused', 'shop_location_gone'],
  }),
  bulkFulfill: endpoint('POST /bulk_fulfill', {
    summary: `Fulfill up to ${MOST_IN_SHOP_BATCH} shop orders, each by itself`,
    mayCall: 'user',
    body: z.object({
      shopName: ShopDomain,
      orders: z
        .array(
          z.object({
            portageId: z.uuid(),
            shopOrderId: ShopOrderId,
            shopOrderNumber: z.string().max(100).optional(),
          }),
        )
        .min(1)
        .max(MOST_IN_SHOP_BATCH),
    }),
    response: z.object({ outcomes: z.array(ShopOutcome) }),
    errors: ['shop_not_linked'],
  }),
  syncTags: endpoint('POST /orders/tags/sync', {
    summary: 'Give shop orders the tags of their delivery orders',
    mayCall: 'user',
    body: z.object({
      shopName: ShopDomain,
      orders: z
        .array(z.object({ orderId: z.uuid(), shopOrderId: ShopOrderId }))
        .min(1)
        .max(MOST_IN_SHOP_BATCH),
    }),
    response: z.object({ outcomes: z.array(ShopOutcome) }),
    errors: ['shop_not_linked'],
  }),
};
