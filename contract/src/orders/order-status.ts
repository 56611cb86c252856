import { z } from 'zod';
import type { Locale, Translated } from '../locale.ts';
import type { orderErrors } from './order-errors.ts';
import type { Order } from './orders.ts';

/** `STALE`: edited after printing (spec 1 §2). */
export const LABEL_STATUSES = ['NOT_PRINTED', 'PRINTED', 'STALE'] as const;

export const LabelStatus = z.enum(LABEL_STATUSES);
export type LabelStatus = z.infer<typeof LabelStatus>;

export function labelStatusOf(order: Pick<Order, 'labelPrintedAt' | 'labelStale'>): LabelStatus {
  if (order.labelPrintedAt === undefined) return 'NOT_PRINTED';
  return order.labelStale ? 'STALE' : 'PRINTED';
}

/** Counts from 1, printed on labels. */
export const labelVersionOf = ({ labelVersion = 1 }: Pick<Order, 'labelVersion'>) => labelVersion;

export type Actor = 'merchant' | 'carrier' | 'system';

/** The portal has one colour a group. */
export type StatusGroup = 'waiting' | 'ready' | 'moving' | 'done' | 'failed' | 'archived';

/** Every status an order can have (spec 1 §4). */
export const OrderStatus = z.enum([
  'CREATED',
  'GEOCODED',
  'GEOCODEDFAILED',
  'OUT_OF_FSA',
  'UNSUPPORTED_WEIGHT',
  'RATE_FAILED',
  'INVALIDTIME',
  'PICKUP_READY',
  'CARRIER_PICKED_UP',
  'SHIPMENT_CREATED',
  'SHIPMENT_PROCESSING',
  'RECEIVED_AT_DESTINATION',
  'OUT_FOR_DELIVERY',
  'DELIVERY_EN_ROUTE',
  'DELIVERY_COMPLETED',
  'DELIVERED',
  'DELIVERY_FAILED',
  'CANCELLED',
  'FAILED',
  'RETURN_TO_SENDER',
  'LOST',
  'ARCHIVED',
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

interface StatusEntry {
  readonly group: StatusGroup;
  /** The text of the badge (spec 1 §4: Active, Completed, Failed). */
  readonly name: Translated;
  readonly next: Partial<Readonly<Record<OrderStatus, readonly Actor[]>>>;
}

const FAILED_NAME: Translated = { en: 'Failed', fr: 'Échouée' };
/** Editing an order that could not be placed restarts its processing. */
const STARTS_OVER = { CREATED: ['merchant'], CANCELLED: ['merchant', 'carrier'] } as const;
const IN_TRANSIT_EXITS = {
  RETURN_TO_SENDER: ['carrier'],
  LOST: ['carrier'],
  FAILED: ['carrier'],
} as const;
const TO_THE_ARCHIVE = { ARCHIVED: ['system'] } as const;

/** Every allowed transition. */
export const orderStatuses = {
  CREATED: {
    group: 'waiting',
    name: { en: 'Created', fr: 'Créée' },
    next: {
      GEOCODED: ['system'],
      GEOCODEDFAILED: ['system'],
      OUT_OF_FSA: ['system'],
      UNSUPPORTED_WEIGHT: ['system'],
      RATE_FAILED: ['system'],
      INVALIDTIME: ['system'],
      CANCELLED: ['merchant', 'carrier'],
    },
  },
  GEOCODED: {
    group: 'waiting',
    name: { en: 'Geocoded', fr: 'Localisée' },
    next: { ...STARTS_OVER, PICKUP_READY: ['merchant'], CARRIER_PICKED_UP: ['carrier'] },
  },
  GEOCODEDFAILED: {
    group: 'failed',
    name: { en: 'Address not found', fr: 'Adresse introuvable' },
    next: STARTS_OVER,
  },
  OUT_OF_FSA: {
    group: 'failed',
    name: { en: 'Outside service area', fr: 'Hors zone desservie' },
    next: STARTS_OVER,
  },
  UNSUPPORTED_WEIGHT: {
    group: 'failed',
    name: { en: 'Too heavy or large', fr: 'Trop lourd ou volumineux' },
    next: STARTS_OVER,
  },
  RATE_FAILED: {
    group: 'failed',
    name: { en: 'No rate', fr: 'Aucun tarif' },
    next: STARTS_OVER,
  },
  INVALIDTIME: {
    group: 'failed',
    name: { en: 'Window not offered', fr: 'Plage non offerte' },
    next: STARTS_OVER,
  },
  PICKUP_READY: {
    group: 'ready',
    name: { en: 'Ready for pickup', fr: 'Prête pour le ramassage' },
    next: {
      ...STARTS_OVER,
      GEOCODED: ['merchant'],
      CARRIER_PICKED_UP: ['carrier'],
    },
  },
  CARRIER_PICKED_UP: {
    group: 'moving',
    name: { en: 'Picked up', fr: 'Ramassée' },
    next: {
      ...IN_TRANSIT_EXITS,
      SHIPMENT_CREATED: ['carrier'],
      SHIPMENT_PROCESSING: ['carrier'],
      RECEIVED_AT_DESTINATION: ['carrier'],
      OUT_FOR_DELIVERY: ['carrier'],
    },
  },
  SHIPMENT_CREATED: {
    group: 'moving',
    name: { en: 'Shipment created', fr: 'Expédition créée' },
    next: {
      ...IN_TRANSIT_EXITS,
      SHIPMENT_PROCESSING: ['carrier'],
      RECEIVED_AT_DESTINATION: ['carrier'],
    },
  },
  SHIPMENT_PROCESSING: {
    group: 'moving',
    name: { en: 'At the depot', fr: 'Au dépôt' },
    next: {
      ...IN_TRANSIT_EXITS,
      RECEIVED_AT_DESTINATION: ['carrier'],
      OUT_FOR_DELIVERY: ['carrier'],
    },
  },
  RECEIVED_AT_DESTINATION: {
    group: 'moving',
    name: { en: 'At the destination depot', fr: 'Au dépôt de destination' },
    next: { ...IN_TRANSIT_EXITS, OUT_FOR_DELIVERY: ['carrier'] },
  },
  OUT_FOR_DELIVERY: {
    group: 'moving',
    name: { en: 'Out for delivery', fr: 'En cours de livraison' },
    next: {
      ...IN_TRANSIT_EXITS,
      DELIVERY_EN_ROUTE: ['carrier'],
      DELIVERY_COMPLETED: ['carrier'],
      DELIVERED: ['carrier'],
      DELIVERY_FAILED: ['carrier'],
    },
  },
  DELIVERY_EN_ROUTE: {
    group: 'moving',
    name: { en: 'Active', fr: 'Active' },
    next: {
      ...IN_TRANSIT_EXITS,
      DELIVERY_COMPLETED: ['carrier'],
      DELIVERED: ['carrier'],
      DELIVERY_FAILED: ['carrier'],
    },
  },
  DELIVERY_COMPLETED: {
    group: 'done',
    name: { en: 'Completed', fr: 'Terminée' },
    next: { DELIVERED: ['carrier'], ...TO_THE_ARCHIVE },
  },
  DELIVERED: {
    group: 'done',
    name: { en: 'Delivered', fr: 'Livrée' },
    next: TO_THE_ARCHIVE,
  },
  DELIVERY_FAILED: {
    group: 'failed',
    name: FAILED_NAME,
    next: {
      ...IN_TRANSIT_EXITS,
      RECEIVED_AT_DESTINATION: ['carrier'],
      OUT_FOR_DELIVERY: ['carrier'],
      ...TO_THE_ARCHIVE,
    },
  },
  CANCELLED: { group: 'failed', name: FAILED_NAME, next: TO_THE_ARCHIVE },
  FAILED: {
    group: 'failed',
    name: FAILED_NAME,
    next: { RETURN_TO_SENDER: ['carrier'], ...TO_THE_ARCHIVE },
  },
  RETURN_TO_SENDER: {
    group: 'failed',
    name: { en: 'Returned to sender', fr: 'Retournée à l’expéditeur' },
    next: TO_THE_ARCHIVE,
  },
  LOST: {
    group: 'failed',
    name: { en: 'Lost', fr: 'Perdue' },
    next: { RECEIVED_AT_DESTINATION: ['carrier'], ...TO_THE_ARCHIVE },
  },
  ARCHIVED: { group: 'archived', name: { en: 'Archived', fr: 'Archivée' }, next: {} },
} as const satisfies Record<OrderStatus, StatusEntry>;

/** The merchant must hear of these, and may have to create the order again. */
export const UNDELIVERED = [
  'DELIVERY_FAILED',
  'FAILED',
  'RETURN_TO_SENDER',
  'LOST',
] as const satisfies readonly OrderStatus[];

export const isUndelivered = ({ orderStatus }: Pick<Order, 'orderStatus'>): boolean =>
  UNDELIVERED.some((status) => status === orderStatus);

/** True while the delivery is still to come. */
export const isToCome = (status: OrderStatus): boolean =>
  ['waiting', 'ready', 'moving'].includes(orderStatuses[status].group);

const statusesOf = (group: string): OrderStatus[] =>
  (Object.keys(orderStatuses) as OrderStatus[]).filter(
    (status) => orderStatuses[status].group === group,
  );

/**
 * Statuses of each part of a merchant's day. Orders that need attention could not be placed, or not
 * be delivered; the latter until someone has dealt with them.
 */
export const workStatuses = {
  toPrepare: ['GEOCODED'],
  needsAttention: [
    'GEOCODEDFAILED',
    'OUT_OF_FSA',
    'UNSUPPORTED_WEIGHT',
    'RATE_FAILED',
    'INVALIDTIME',
    ...UNDELIVERED,
  ],
  ready: ['PICKUP_READY'],
  onTheWay: statusesOf('moving'),
  failedDeliveries: ['DELIVERY_FAILED'],
  toPrint: ['GEOCODED', 'PICKUP_READY'],
} as const satisfies Record<string, readonly OrderStatus[]>;

/** Statuses that the table allows the actor `carrier`. */
export const CarrierStatus = OrderStatus.extract([
  'CARRIER_PICKED_UP',
  'SHIPMENT_CREATED',
  'SHIPMENT_PROCESSING',
  'RECEIVED_AT_DESTINATION',
  'OUT_FOR_DELIVERY',
  'DELIVERY_EN_ROUTE',
  'DELIVERY_COMPLETED',
  'DELIVERED',
  'DELIVERY_FAILED',
  'CANCELLED',
  'FAILED',
  'RETURN_TO_SENDER',
  'LOST',
]);
export type CarrierStatus = z.infer<typeof CarrierStatus>;

/** Returns an unknown code unchanged. */
export const statusName = (status: string, locale: Locale): string =>
  Object.hasOwn(orderStatuses, status) ? orderStatuses[status as OrderStatus].name[locale] : status;

/** Statuses whose badge says less than they mean. */
const EXACT_NAMES: Partial<Readonly<Record<string, Translated>>> = {
  DELIVERY_EN_ROUTE: { en: 'On the way to the recipient', fr: 'En route vers le destinataire' },
  DELIVERY_COMPLETED: { en: 'Delivery completed', fr: 'Livraison terminée' },
  DELIVERY_FAILED: { en: 'Delivery attempt failed', fr: 'Tentative de livraison échouée' },
  CANCELLED: { en: 'Cancelled', fr: 'Annulée' },
  FAILED: { en: 'Could not be delivered', fr: 'N’a pas pu être livrée' },
} satisfies Partial<Record<OrderStatus, Translated>>;

/** Undefined where the badge says it all. */
export const exactStatusName = (status: string, locale: Locale): string | undefined =>
  EXACT_NAMES[status]?.[locale];

export function mayBecome(from: OrderStatus, to: OrderStatus, actor: Actor): boolean {
  const next: StatusEntry['next'] = orderStatuses[from].next;
  return next[to]?.includes(actor) ?? false;
}

/** Marks labels stale and counts up their version. */
export function supersedeLabels(order: Order): Order {
  return { ...order, labelStale: true, labelVersion: labelVersionOf(order) + 1 };
}

/** An unread version counts as the newest. */
export const isSuperseded = (version: number | undefined, order: Order): boolean =>
  version !== undefined && version < labelVersionOf(order);

export type ChangeError =
  | 'order_archived'
  | 'order_picked_up'
  | 'order_scanned'
  | 'order_cancelled'
  | 'order_not_geocoded'
  | 'order_not_ready'
  | 'order_not_failed';

type OrderErrorCode = keyof typeof orderErrors;

/** A refusal carries the catalogue's reason. */
export type Permission<Reason extends OrderErrorCode = OrderErrorCode> =
  | { allowed: true }
  | { allowed: false; reason: Reason };

interface Standing {
  readonly orderStatus: OrderStatus;
  readonly isScanned: boolean;
}

const NOT_LOCATED: ReadonlySet<OrderStatus> = new Set([
  'CREATED',
  'GEOCODEDFAILED',
  'OUT_OF_FSA',
  'UNSUPPORTED_WEIGHT',
  'RATE_FAILED',
  'INVALIDTIME',
]);

const BEFORE_PICKUP: ReadonlySet<OrderStatus> = new Set([
  ...NOT_LOCATED,
  'GEOCODED',
  'PICKUP_READY',
  'CANCELLED',
]);

const ALLOWED = { allowed: true } as const;
const refused = <Reason extends OrderErrorCode>(reason: Reason): Permission<Reason> => ({
  allowed: false,
  reason,
});

/** Refuses scanned, picked-up and archived orders. */
function inMerchantsHands({ orderStatus, isScanned }: Standing): Permission<ChangeError> {
  if (orderStatus === 'ARCHIVED') return refused('order_archived');
  if (!BEFORE_PICKUP.has(orderStatus)) return refused('order_picked_up');
  return isScanned ? refused('order_scanned') : ALLOWED;
}

/** Asked by buttons, endpoints and bulk actions. */
export const orderCan = {
  /** Spec 1 §2. */
  select: ({ orderStatus }: Pick<Standing, 'orderStatus'>): boolean => orderStatus !== 'ARCHIVED',
  /** Needs a located address and a rate. Cancelled orders must not ship. */
  printLabel: ({
    orderStatus,
  }: Pick<Standing, 'orderStatus'>): Permission<'order_cancelled' | 'order_not_printable'> => {
    if (orderStatus === 'CANCELLED') return refused('order_cancelled');
    return NOT_LOCATED.has(orderStatus) ? refused('order_not_printable') : ALLOWED;
  },
  /** Allowed until pickup. */
  edit: (order: Standing): Permission<ChangeError> =>
    order.orderStatus === 'CANCELLED' ? refused('order_cancelled') : inMerchantsHands(order),
  /** Fixed once placed: the promise was made with it. */
  chooseService: (order: Standing): boolean =>
    NOT_LOCATED.has(order.orderStatus) && inMerchantsHands(order).allowed,
  /** Open until the order is archived. */
  tag: ({ orderStatus }: Pick<Standing, 'orderStatus'>): Permission<ChangeError> =>
    orderStatus === 'ARCHIVED' ? refused('order_archived') : ALLOWED,
  /** Only GEOCODED orders become ready (spec 1 §4). */
  markReady: ({ orderStatus }: Pick<Standing, 'orderStatus'>): Permission<ChangeError> =>
    orderStatus === 'GEOCODED' ? ALLOWED : refused('order_not_geocoded'),
  /** Only ready orders without scans go back (spec 1 §4). */
  markNotReady: ({ orderStatus, isScanned }: Standing): Permission<ChangeError> => {
    if (orderStatus !== 'PICKUP_READY') {
      const isGone = !BEFORE_PICKUP.has(orderStatus) && orderStatus !== 'ARCHIVED';
      return refused(isGone ? 'order_picked_up' : 'order_not_ready');
    }
    return isScanned ? refused('order_scanned') : ALLOWED;
  },
  /** Orders that could not be placed are corrected instead. */
  closeAttention: (order: Pick<Standing, 'orderStatus'>): Permission<'order_not_failed'> =>
    isUndelivered(order) ? ALLOWED : refused('order_not_failed'),
  /** Scanned and picked-up orders stay (spec 1 §4). */
  delete: inMerchantsHands,
};
