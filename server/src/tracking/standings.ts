import type { OrderStatus } from '@portage/contract/orders/order-status';

/** The steps that a delivery takes, in their sequence. */
export const STEPS = ['ordered', 'pickedUp', 'atDepot', 'outForDelivery', 'delivered'] as const;
export type Step = (typeof STEPS)[number];

/** Where an order stands, as its recipient is told. */
export type Standing =
  Step | 'onHold' | 'packed' | 'travelling' | 'atLastDepot' | 'nearby' | Setback;

/** What may come of a step instead of the next one. */
export type Setback = 'notDelivered' | 'cancelled' | 'failed' | 'returned' | 'lost';

interface StandingEntry {
  readonly standing: Standing;
  /** The step it is at; undefined where the delivery has come to another end. */
  readonly step?: Step;
}

const ON_HOLD: StandingEntry = { standing: 'onHold', step: 'ordered' };
const DELIVERED: StandingEntry = { standing: 'delivered', step: 'delivered' };

/**
 * What a status means to the recipient. Why an order could not be placed is between the merchant and
 * the carrier; being archived is what happens to its record.
 */
export const standings: Readonly<Record<Exclude<OrderStatus, 'ARCHIVED'>, StandingEntry>> = {
  CREATED: { standing: 'ordered', step: 'ordered' },
  GEOCODED: { standing: 'ordered', step: 'ordered' },
  GEOCODEDFAILED: ON_HOLD,
  OUT_OF_FSA: ON_HOLD,
  UNSUPPORTED_WEIGHT: ON_HOLD,
  RATE_FAILED: ON_HOLD,
  INVALIDTIME: ON_HOLD,
  PICKUP_READY: { standing: 'packed', step: 'ordered' },
  CARRIER_PICKED_UP: { standing: 'pickedUp', step: 'pickedUp' },
  SHIPMENT_CREATED: { standing: 'travelling', step: 'pickedUp' },
  SHIPMENT_PROCESSING: { standing: 'atDepot', step: 'atDepot' },
  RECEIVED_AT_DESTINATION: { standing: 'atLastDepot', step: 'atDepot' },
  OUT_FOR_DELIVERY: { standing: 'outForDelivery', step: 'outForDelivery' },
  DELIVERY_EN_ROUTE: { standing: 'nearby', step: 'outForDelivery' },
  DELIVERY_COMPLETED: DELIVERED,
  DELIVERED,
  DELIVERY_FAILED: { standing: 'notDelivered', step: 'outForDelivery' },
  CANCELLED: { standing: 'cancelled' },
  FAILED: { standing: 'failed' },
  RETURN_TO_SENDER: { standing: 'returned' },
  LOST: { standing: 'lost' },
};

const SETBACKS: ReadonlySet<Standing> = new Set<Setback>([
  'notDelivered',
  'cancelled',
  'failed',
  'returned',
  'lost',
]);

/** Tells whether the delivery has gone otherwise than it should. */
export const isSetback = (standing: Standing): standing is Setback => SETBACKS.has(standing);

/** Tells whether an event of a timeline is a status that the recipient is told of. */
export function hasStanding(event: string): event is keyof typeof standings {
  return Object.hasOwn(standings, event);
}
