import type { Merchant } from '@portage/contract/merchants/merchants';
import { orderStatuses } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { timeZoneOf } from '@portage/contract/time-zone';
import { isSuperseded } from '../orders/supersede-labels.ts';
import { firstNameOf } from './first-name.ts';
import { lastTime, progressOf, tellingStatus, type ProgressStep } from './progress.ts';
import { isSetback, standings, type Standing } from './standings.ts';
import { trackedEvents, type TrackedEvent } from './tracked-events.ts';

/** The most photos that a page shows. */
const MOST_PHOTOS = 8;

/** A span in which an order is delivered; without a start, only its end is known. */
export interface TrackedWindow {
  readonly start?: EpochMillis;
  readonly end: EpochMillis;
}

/** Photos that prove a delivery, and pictures of the signature, by their stable paths. */
interface DeliveryProof {
  readonly verification: readonly string[];
  readonly signature: readonly string[];
}

/**
 * All that the recipient may know of an order; pages are made from nothing else. Texts are as people
 * wrote them.
 */
export interface TrackingContent {
  /** The merchant's display name, or else its name. */
  readonly merchant: string;
  /** A person's first name, or the whole name of a business. */
  readonly recipientName?: string;
  /** Where the merchant is written to. */
  readonly email?: string;
  /** Where the order goes. */
  readonly city: string;
  /** Of the city. */
  readonly timeZone: string;
  readonly trackingNumber: string;
  readonly packageCount: number;
  /** The label that was scanned is of an old version: what it says may be wrong. */
  readonly labelIsSuperseded: boolean;
  readonly standing: Standing;
  /** Since when it stands there. */
  readonly since?: EpochMillis;
  /** When it comes; undefined once that is past or nobody can say. */
  readonly window?: TrackedWindow;
  /** When it was to come first, where that has changed. */
  readonly firstWindow?: TrackedWindow;
  /** Why that has changed, where the recipient may read it. */
  readonly reason?: string;
  readonly steps: readonly ProgressStep[];
  readonly events: readonly TrackedEvent[];
  readonly proof: DeliveryProof;
  /** True once nothing can happen to the order any more. */
  readonly isFinal: boolean;
}

/** Tells whether an order is still to come, and nothing keeps anybody from saying when. */
const isComing = (standing: Standing) =>
  standing !== 'onHold' && standing !== 'delivered' && !isSetback(standing);

const spanOf = (start?: EpochMillis, end?: EpochMillis): TrackedWindow | undefined =>
  end === undefined ? undefined : { ...(start !== undefined && { start }), end };

/** When an order comes, and when it was to come if that has changed. */
function windowsOf(
  order: Order,
  standing: Standing,
): Pick<TrackingContent, 'window' | 'firstWindow' | 'reason'> {
  const { completeAfter, completeBefore, rateChoice, timeChangeEvents } = order;
  const window = spanOf(
    completeAfter ?? rateChoice?.epochEstimateFrom,
    completeBefore ?? rateChoice?.epochEstimateTo,
  );
  const change = timeChangeEvents.at(-1);
  const reason = change?.showExternalNotes ? change.externalNotes : '';
  // What was said before the last failure was not said of it.
  const isOfFailure = (change?.timestamp ?? 0) >= (order.failedAt ?? Infinity);
  if (!window || !isComing(standing)) {
    return reason && isOfFailure && isSetback(standing) ? { reason } : {};
  }
  const first = spanOf(order.originalCompleteAfter, order.originalCompleteBefore);
  const isChanged = first && (first.start !== window.start || first.end !== window.end);
  return { window, ...(isChanged && { firstWindow: first }), ...(reason && { reason }) };
}

/** A business is called by its whole name, where that is no address to write to and no number. */
function nameShown({ recipient, dtoRecipientAddress }: Order): string | undefined {
  const firstName = firstNameOf(recipient.name);
  const isName = /\p{L}/u.test(recipient.name) && !recipient.name.includes('@');
  return dtoRecipientAddress.isBusinessAddress && isName ? recipient.name : firstName;
}

function proofOf({ timelineEvents, trackingEvents }: Order): DeliveryProof {
  const deliveries = [...timelineEvents, ...trackingEvents].filter(
    ({ event }) => event === 'DELIVERED' || event === 'DELIVERY_COMPLETED',
  );
  const pathsOf = (of: 'verificationPhotosUrls' | 'signaturePhotosUrls') =>
    [...new Set(deliveries.flatMap((event) => event[of] ?? []))].slice(0, MOST_PHOTOS / 2);
  return {
    verification: pathsOf('verificationPhotosUrls'),
    signature: pathsOf('signaturePhotosUrls'),
  };
}

/** Nothing follows its status but the archive. */
const isFinal = ({ orderStatus }: Order): boolean =>
  Object.keys(orderStatuses[orderStatus].next).every((next) => next === 'ARCHIVED');

/**
 * What the page of an order tells its recipient, or whoever scanned a label of it: the QR code says of
 * which version that is.
 */
export function trackingContent(
  order: Order,
  merchant: Pick<Merchant, 'name' | 'email'>,
  scannedVersion?: number,
): TrackingContent {
  const status = tellingStatus(order);
  const { standing } = standings[status];
  const recipientName = nameShown(order);
  const since = lastTime(order, status);
  return {
    merchant: order.merchantDisplayName || merchant.name,
    ...(recipientName !== undefined && { recipientName }),
    ...(merchant.email && { email: merchant.email }),
    city: order.recipientAddress.city,
    timeZone: timeZoneOf(order.recipientAddress),
    trackingNumber: order.trackingNumber,
    packageCount: order.packageCount,
    labelIsSuperseded: isSuperseded(scannedVersion, order),
    standing,
    ...(since !== undefined && { since }),
    ...windowsOf(order, standing),
    steps: progressOf(order),
    events: trackedEvents(order),
    proof: proofOf(order),
    isFinal: isFinal(order),
  };
}
