import { z } from 'zod';
import { Address, DtoAddress } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import type { Locale } from '../locale.ts';
import { Rate, DeliveryService, Service } from '../rates/rates.ts';
import { EpochMillis } from '../time.ts';
import {
  NewOrder,
  OrderItem,
  OrderSource,
  CustomField,
  Recipient,
  ReturnFrom,
  byText,
  orderTexts,
} from './new-order.ts';
import { checkRanges, listOf, orderFilterShape, OrderSort } from './order-list.ts';
import { OrderStatus } from './order-status.ts';
import { DeliveryType, Package } from './packages.ts';
import { TrackingNumber } from './tracking-number.ts';

/** In `timelineEvents` of the order; in `trackingEvents` of the package it names (spec 1 §3). */
export const TrackingEvent = z.object({
  event: z.string().describe('Name of the event; a status change has the name of the status.'),
  timestamp: EpochMillis.describe('Time of the event.'),
  trackingNumber: z.string().describe('Of the order, or of the package it happened to.'),
  location: z.object({ city: z.string() }).optional().describe('Place of the event.'),
  verificationPhotosUrls: z
    .array(z.string())
    .optional()
    .describe('Photos that prove the delivery.'),
  signaturePhotosUrls: z.array(z.string()).optional().describe('Pictures of the signature.'),
});
export type TrackingEvent = z.infer<typeof TrackingEvent>;

/** A scan changes no status. */
export const SCANNED = 'SCANNED';
export const scannedName: Readonly<Record<Locale, string>> = {
  en: 'Scanned',
  fr: 'Scannée',
};

const ScanEvent = z.object({
  trackingNumber: z.string().describe('Of the package.'),
  events: z
    .array(z.object({ time: EpochMillis, location: z.string() }))
    .describe('The timestamp and place of each scan, oldest first.'),
});

/** A scan that names no place, such as a driver's at the door. */
const OtherScan = z.object({ time: EpochMillis });

/** The carrier decides whether the recipient sees the note. */
const TimeChangeEvent = z.object({
  timestamp: EpochMillis.optional().describe('Time of the change.'),
  showExternalNotes: z.boolean().describe('True if the recipient may read the note.'),
  externalNotes: z.string().describe('Why the time changed.'),
});

export const Task = z.object({
  id: z.string().describe('Of the route system.'),
  shortId: z.string().describe('Short id that drivers and dispatchers use.'),
  taskType: z.enum(['PICKUP', 'DROPOFF']).describe('Fetches or brings the order.'),
  taskStatus: z
    .enum(['ASSIGNED', 'ACTIVE', 'COMPLETED', 'FAILED'])
    .describe('Progress of the task.'),
  completedAt: EpochMillis.optional().describe('Time of completion.'),
  completionNotes: z.string().optional().describe('Notes of the driver.'),
  completionPhotosUrl: z.array(z.string()).optional().describe('Photos the driver took.'),
  reportedAt: EpochMillis.optional().describe('The timestamp of which it tells.'),
});

export const OrderReference = z.object({ id: z.uuid() });

/** The rate at placing (spec 1 §3). */
export const RateChoice = Rate.extend({
  name: z.string().describe('Name of the service in English; `service` tells it in any language.'),
  description: z.string().describe('Promise of the service, in English.'),
  deliveryService: DeliveryService.describe('The hand-over the price was given for.'),
  tariffVersion: z
    .string()
    .optional()
    .describe('Version of the tariff that made the price; missing for orders older than versions.'),
});
export type RateChoice = z.infer<typeof RateChoice>;

/** One document, read and written whole (spec 1 §3). */
export const Order = namedObject('Order', {
  id: z.uuid().describe('UUIDv7.'),
  trackingNumber: TrackingNumber,
  version: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .describe('Rises by one with every change of the order.'),
  orderStatus: OrderStatus.describe('Status of the order.'),
  createdAt: EpochMillis.describe('Time of creation.'),
  quotedAt: EpochMillis.optional().describe(
    'Time when the buyer was quoted the rate, at a linked shop’s checkout.',
  ),
  modified: EpochMillis.describe('Time of the last change.'),
  merchantId: z.uuid().describe('The merchant the order belongs to.'),
  createdBy: z.string().describe('Username of who created the order.'),
  source: OrderSource.describe('Way in which the order was created.'),
  importId: z.uuid().optional().describe('The import that created it, if one did.'),
  deliveryType: DeliveryType.describe('Kind of delivery; follows from the packages.'),

  recipient: Recipient.describe('Recipient of the order.'),
  recipientAddress: Address.describe('Destination, as located.'),
  dtoRecipientAddress: DtoAddress.describe('The recipient’s address as it was given.'),
  originAddress: Address.describe('Pickup address, as located.'),
  dtoOriginAddress: DtoAddress.describe('The origin as it was given.'),
  returnFrom: ReturnFrom.optional().describe('Sender of a return; set for returns only.'),

  packageCount: z.int().min(1).describe('Number of packages.'),
  packages: z.array(Package).describe('The packages, in the order of their numbers.'),
  service: Service.describe('The service asked for.'),
  rateChoice: RateChoice.optional().describe('Set when the order is rated.'),
  orderItems: z.array(OrderItem).describe('Contents, for the packing slip.'),

  deliveryService: DeliveryService.describe('Way of handing over at the door.'),
  completeAfter: EpochMillis.optional().describe('Start of the promised delivery.'),
  completeBefore: EpochMillis.optional().describe('End of the promised delivery.'),
  originalCompleteAfter: EpochMillis.optional().describe('Start of the window first promised.'),
  originalCompleteBefore: EpochMillis.optional().describe('End of the window first promised.'),
  shipBy: EpochMillis.optional().describe(
    'Time by which the order must be ready to keep its promise; set when it is rated.',
  ),
  signatureRequired: z.boolean().describe('Handed over only for a signature.'),
  scanningRequired: z.boolean().describe('Each package is scanned at each handover.'),
  validAddress: z.boolean().describe('True once the recipient’s address was located.'),
  minimumAge: z.int().optional().describe('The youngest age, in years, of who may receive it.'),
  dispatcher: z.string().optional().describe('Dispatcher at the carrier.'),
  outForDeliveryAt: EpochMillis.optional().describe('Time when the driver left with it.'),
  deliveredAt: EpochMillis.optional().describe('Time of delivery.'),
  failedAt: EpochMillis.optional().describe('Time of the last failed delivery.'),
  attentionClosedAt: EpochMillis.optional().describe(
    'Time when its failed delivery was marked as done; a new status clears it.',
  ),
  pickupReadyAt: EpochMillis.optional().describe('Set while the order is fulfilled (spec 1 §2).'),
  labelPrintedAt: EpochMillis.optional().describe(
    'Time when its labels were printed; reprints do not change it.',
  ),
  labelStale: z
    .literal(true)
    .optional()
    .describe('Set when it was edited since: its labels are outdated and printed again.'),
  labelVersion: z
    .int()
    .min(2)
    .optional()
    .describe(
      'Rises when printed labels become outdated; missing for the first. The QR code of a label has its version.',
    ),

  ...byText((name) => z.string().optional().describe(orderTexts[name].description)),
  failureNotes: z.string().optional().describe('Why a delivery failed.'),
  customFields: z
    .array(CustomField)
    .describe('Names and values of the merchant; a shop id links to the shop order.'),
  tags: z.array(z.string()).describe('Words to find orders by.'),

  timelineEvents: z.array(TrackingEvent).describe('Events of the order, oldest first.'),
  trackingEvents: z.array(TrackingEvent).describe('Events of its packages, oldest first.'),
  scanEvents: z.array(ScanEvent).describe('The scans of each package.'),
  otherScans: z.array(OtherScan).describe('Scans that name no package or place.'),
  timeChangeEvents: z.array(TimeChangeEvent).describe('Changes of the delivery time.'),
  tasks: z.array(Task).describe('Stops of drivers’ routes for this order.'),
});
export type Order = z.infer<typeof Order>;

/** Largest and default page (spec 1 §9). */
export const ORDERS_PAGE_SIZE = 100;

/** Key of the last row; the next page begins after it. */
export const OrderCursor = z.object({
  startAt: z.uuid().describe('Id of the last order of the page.'),
  createdAt: EpochMillis.describe('Time when that order was created.'),
  sortKey: z
    .string()
    .max(400)
    .optional()
    .describe('Sort value of that order, as in the page before.'),
});
export type OrderCursor = z.infer<typeof OrderCursor>;

function isKeyOf(sort: OrderSort | undefined, key: string | undefined): boolean {
  if (sort === undefined || sort === 'placed') return key === undefined;
  // The last orders by `shipBy` have none.
  if (sort === 'shipBy') return key === undefined || /^\d{1,15}$/.test(key);
  if (sort === 'status') return OrderStatus.safeParse(key).success;
  // PostgreSQL has no text with NUL.
  return key !== undefined && !key.includes('\0');
}

export const OrderListQuery = z
  .object({
    limit: z.coerce.number().int().min(1).max(ORDERS_PAGE_SIZE).default(ORDERS_PAGE_SIZE),
    startAt: OrderCursor.shape.startAt.optional(),
    createdAt: z.preprocess(Number, EpochMillis).optional(),
    sortKey: OrderCursor.shape.sortKey,
    sort: OrderSort.optional().describe(
      '`placed` newest first, as by default; `shipBy` soonest first, then orders that the carrier has; `recipient` and `city` from A to Z; `status` in the sequence of an order’s life, each city and status newest first.',
    ),
    ids: listOf(z.uuid(), ORDERS_PAGE_SIZE)
      .optional()
      .describe('Only these ids among the matches, separated by commas; always newest first.'),
    ...orderFilterShape,
  })
  .check(checkRanges)
  .refine((query) => (query.startAt === undefined) === (query.createdAt === undefined), {
    error: 'cursorIncomplete',
    path: ['startAt'],
  })
  .refine((query) => query.startAt === undefined || isKeyOf(query.sort, query.sortKey), {
    error: 'cursorIncomplete',
    path: ['sortKey'],
  });
export type OrderListQuery = z.infer<typeof OrderListQuery>;

export const OrderPage = namedObject('OrderPage', {
  orders: z
    .array(Order)
    .describe('Newest first, or by `sort`; fewer than `limit` where they have 10 MB.'),
  next: OrderCursor.optional().describe('Start of the next page; missing on the last one.'),
});
export type OrderPage = z.infer<typeof OrderPage>;

export const OrderCountQuery = z.object(orderFilterShape).check(checkRanges);

/** Counts stop here, for speed. */
export const MOST_COUNTED = 10_000;

export const OrderCount = z.object({
  count: z.int().min(0).max(MOST_COUNTED),
  hasMore: z.boolean().describe(`True when there are more than ${MOST_COUNTED}.`),
});
export type OrderCount = z.infer<typeof OrderCount>;

export const OrderSummary = namedObject('OrderSummary', {
  id: z.uuid(),
  createdAt: EpochMillis,
  orderStatus: OrderStatus,
  trackingNumber: TrackingNumber,
  recipientName: z.string(),
  refNumber: z
    .string()
    .optional()
    .describe('The merchant’s own reference; a selection of all that match is read without it.'),
  isScanned: z.boolean().describe('True once the carrier has scanned a part of it.'),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Returns true once the order or one of its packages was scanned. */
export function isScanned({ scanEvents, otherScans }: Pick<Order, 'scanEvents' | 'otherScans'>) {
  return otherScans.length > 0 || scanEvents.some(({ events }) => events.length > 0);
}

export function summaryOf(order: Order): OrderSummary {
  const { id, createdAt, orderStatus, trackingNumber, recipient, refNumber } = order;
  return {
    id,
    createdAt,
    orderStatus,
    trackingNumber,
    recipientName: recipient.name,
    ...(refNumber !== undefined && { refNumber }),
    isScanned: isScanned(order),
  };
}

export const MOST_SELECTED = 10_000;

/** Excludes archived orders (spec 1 §2). */
export const OrderSelection = z.object({
  orders: z.array(OrderSummary).max(MOST_SELECTED).describe('Newest first.'),
  hasMore: z.boolean().describe(`True when there are more than ${MOST_SELECTED}.`),
});
export type OrderSelection = z.infer<typeof OrderSelection>;

export const orderEndpoints = {
  create: endpoint('POST /orders', {
    summary: 'Create an order; it is located and rated in the background',
    mayCall: 'userOrService',
    body: NewOrder,
    status: 201,
    response: Order,
    errors: ['rates_changed'],
    idempotent: true,
  }),
  list: endpoint('GET /orders', {
    summary: 'A page of the merchant’s orders, newest first or by another sort',
    mayCall: 'userOrService',
    query: OrderListQuery,
    response: OrderPage,
  }),
  count: endpoint('GET /orders/count', {
    summary: 'Number of orders that a filter matches, exact to 10,000',
    mayCall: 'userOrService',
    query: OrderCountQuery,
    response: OrderCount,
  }),
  /** Selects orders that no page has listed yet. */
  select: endpoint('GET /orders/selection', {
    summary: `The newest ${MOST_SELECTED} orders that match and may be selected, in brief`,
    mayCall: 'userOrService',
    query: z.object(orderFilterShape).check(checkRanges),
    response: OrderSelection,
  }),
  get: endpoint('GET /orders/{id}', {
    summary: 'One order',
    mayCall: 'userOrService',
    params: OrderReference,
    response: Order,
    errors: ['order_not_found'],
  }),
  delete: endpoint('DELETE /orders/{id}', {
    summary: 'Delete an order that the carrier has not touched yet',
    mayCall: 'userOrService',
    params: OrderReference,
    errors: ['order_not_found', 'order_scanned', 'order_picked_up', 'order_archived', 'busy'],
  }),
};
