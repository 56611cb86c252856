import type { Merchant } from '@portage/contract/merchants/merchants';
import {
  isSuperseded,
  orderStatuses,
  type OrderStatus,
} from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, toMillis, MINUTE } from '@portage/contract/time';
import { timeZoneOf } from '@portage/contract/time-zone';
import {
  lastTime,
  progressOf,
  recipientOrderStatus,
  type ProgressStep,
  isException,
  trackingStatuses,
  type TrackingStatus,
  hasTrackingStatus,
} from './tracking-status.ts';

/** The newest ones. */
export const MOST_EVENTS = 15;

/** Hidden from recipients, before pickup. */
const INTERNAL = [
  'GEOCODED',
  'GEOCODEDFAILED',
  'OUT_OF_FSA',
  'UNSUPPORTED_WEIGHT',
  'RATE_FAILED',
  'INVALIDTIME',
] as const;

export type TrackedEventName =
  | Exclude<OrderStatus, (typeof INTERNAL)[number] | 'ARCHIVED'>
  | 'SCANNED'
  | 'TIME_CHANGED';

export interface TrackedEvent {
  readonly name: TrackedEventName;
  readonly at: EpochMillis;
  readonly city?: string;
  /** Starts at 1; undefined for the whole order. */
  readonly package?: number;
}

const isInternal = (name: string) => INTERNAL.some((one) => one === name);

/** Carrier events may have any name; untranslated ones are hidden. */
const isShown = (name: string): name is TrackedEventName =>
  name === 'SCANNED' || (hasTrackingStatus(name) && !isInternal(name));

/** Removes repeated CREATED, and PICKUP_READY that was taken back. */
function withoutRestarts(timeline: Order['timelineEvents']): Order['timelineEvents'] {
  const received = timeline.findIndex(({ event }) => event === 'CREATED');
  const takenBack = timeline.findLastIndex(({ event }) => event === 'CREATED' || isInternal(event));
  return timeline.filter(
    ({ event }, index) =>
      !(event === 'CREATED' && index > received) &&
      !(event === 'PICKUP_READY' && index < takenBack),
  );
}

/** Milliseconds; hides a package event near one of the whole order in the same city. */
const SAME_OCCASION = 15 * MINUTE;

type Recorded = Order['timelineEvents'][number];

function trackedEvent({ event, timestamp, location }: Recorded): TrackedEvent[] {
  if (!isShown(event)) return [];
  const city = location?.city;
  return [{ name: event, at: toMillis(timestamp), ...(city && { city }) }];
}

function packageEvent(recorded: Recorded, packageCount: number): TrackedEvent[] {
  const ordinal = Number(/-(\d{1,2})$/.exec(recorded.trackingNumber)?.[1]);
  const isOneOfSeveral = packageCount > 1 && ordinal >= 1 && recorded.event !== 'SCANNED';
  return trackedEvent(recorded).map((event) =>
    isOneOfSeveral ? { ...event, package: ordinal } : event,
  );
}

const timeChange = ({ timestamp }: Order['timeChangeEvents'][number]): TrackedEvent[] =>
  timestamp === undefined ? [] : [{ name: 'TIME_CHANGED', at: toMillis(timestamp) }];

/** All but the last of consecutive scans in one city. */
const isRepeatedScan = (event: TrackedEvent, next: TrackedEvent | undefined) =>
  event.name === 'SCANNED' && next?.name === 'SCANNED' && event.city === next.city;

/** Newest first. */
function trackedEvents(
  order: Pick<Order, 'timelineEvents' | 'trackingEvents' | 'timeChangeEvents' | 'packageCount'>,
): TrackedEvent[] {
  const ofOrder = withoutRestarts(order.timelineEvents).flatMap(trackedEvent);
  const ofPackages = order.trackingEvents
    .flatMap((recorded) => packageEvent(recorded, order.packageCount))
    .filter(
      ({ at, city }) =>
        !ofOrder.some((one) => one.city === city && Math.abs(one.at - at) <= SAME_OCCASION),
    );
  return [...ofOrder, ...ofPackages, ...order.timeChangeEvents.flatMap(timeChange)]
    .sort((a, b) => a.at - b.at)
    .filter((event, index, all) => !isRepeatedScan(event, all[index + 1]))
    .reverse();
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'dre', 'm', 'mme', 'mlle', 'me']);

/** Scripts without a space between family and given name. */
const WHOLE_NAMES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const isTitle = (word: string) => TITLES.has(word.replace(/\.$/, '').toLowerCase());

/** Undefined for anything that may not be a first name. */
export function firstNameOf(name: string): string | undefined {
  const [family = '', given] = name.split(',', 2);
  const words = (given ?? family).trim().split(/\s+/);
  const hasTitle = isTitle(words[0] ?? '');
  const first = words[hasTitle ? 1 : 0] ?? '';
  const isOnlyName = hasTitle && words.length < 3 && given === undefined;
  const isName = /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u.test(first) && !WHOLE_NAMES.test(first);
  return isName && !isOnlyName ? first : undefined;
}

const MOST_PHOTOS = 8;

/** A window without a start has only a known end. */
export interface TrackedWindow {
  readonly start?: EpochMillis;
  readonly end: EpochMillis;
}

/** Paths of photos and signatures. */
interface DeliveryProof {
  readonly verification: readonly string[];
  readonly signature: readonly string[];
}

/** Everything a recipient may know of an order; not HTML-escaped. */
export interface TrackingContent {
  /** The display name, or the merchant's. */
  readonly merchant: string;
  /** First name of a person, whole name of a business. */
  readonly recipientName?: string;
  readonly email?: string;
  readonly city: string;
  /** IANA name, of the city. */
  readonly timeZone: string;
  readonly trackingNumber: string;
  readonly packageCount: number;
  readonly labelIsSuperseded: boolean;
  readonly status: TrackingStatus;
  readonly since?: EpochMillis;
  /** Undefined after delivery, and while unknown. */
  readonly window?: TrackedWindow;
  /** The original window, when changed. */
  readonly firstWindow?: TrackedWindow;
  /** If recipients may read it. */
  readonly reason?: string;
  readonly steps: readonly ProgressStep[];
  readonly events: readonly TrackedEvent[];
  readonly proof: DeliveryProof;
  /** No status can follow. */
  readonly isFinal: boolean;
}

const isComing = (status: TrackingStatus) =>
  status !== 'onHold' && status !== 'delivered' && !isException(status);

const spanOf = (start?: EpochMillis, end?: EpochMillis): TrackedWindow | undefined =>
  end === undefined ? undefined : { ...(start !== undefined && { start }), end };

function windowsOf(
  order: Order,
  status: TrackingStatus,
): Pick<TrackingContent, 'window' | 'firstWindow' | 'reason'> {
  const { completeAfter, completeBefore, rateChoice, timeChangeEvents } = order;
  const window = spanOf(
    completeAfter ?? rateChoice?.epochEstimateFrom,
    completeBefore ?? rateChoice?.epochEstimateTo,
  );
  const change = timeChangeEvents.at(-1);
  const reason = change?.showExternalNotes ? change.externalNotes : '';
  // An earlier reason is not about the last failure.
  const isOfFailure = (change?.timestamp ?? 0) >= (order.failedAt ?? Infinity);
  if (!window || !isComing(status)) {
    return reason && isOfFailure && isException(status) ? { reason } : {};
  }
  const first = spanOf(order.originalCompleteAfter, order.originalCompleteBefore);
  const isChanged = first && (first.start !== window.start || first.end !== window.end);
  return { window, ...(isChanged && { firstWindow: first }), ...(reason && { reason }) };
}

/** Whole name of a business, first name of a person. */
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

const isFinal = ({ orderStatus }: Order): boolean =>
  Object.keys(orderStatuses[orderStatus].next).every((next) => next === 'ARCHIVED');

/** `scannedVersion` is the label version in the QR code. */
export function trackingContent(
  order: Order,
  merchant: Pick<Merchant, 'name' | 'email'>,
  scannedVersion?: number,
): TrackingContent {
  const orderStatus = recipientOrderStatus(order);
  const { status } = trackingStatuses[orderStatus];
  const recipientName = nameShown(order);
  const since = lastTime(order, orderStatus);
  return {
    merchant: order.merchantDisplayName || merchant.name,
    ...(recipientName !== undefined && { recipientName }),
    ...(merchant.email && { email: merchant.email }),
    city: order.recipientAddress.city,
    timeZone: timeZoneOf(order.recipientAddress),
    trackingNumber: order.trackingNumber,
    packageCount: order.packageCount,
    labelIsSuperseded: isSuperseded(scannedVersion, order),
    status,
    ...(since !== undefined && { since }),
    ...windowsOf(order, status),
    steps: progressOf(order),
    events: trackedEvents(order),
    proof: proofOf(order),
    isFinal: isFinal(order),
  };
}
