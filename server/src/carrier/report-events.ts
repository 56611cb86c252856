import {
  type CarrierEvent,
  type CarrierEventOutcome,
  CLOCK_TOLERANCE,
  REPORTABLE_FOR,
} from '@portage/contract/carrier';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { ApiError } from '../api-error.ts';
import { applyEvents, type Verdict } from './apply-events.ts';
import { findTrackedOrders } from './find-tracked-orders.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Why an event cannot be of its timestamp; undefined when it can. */
function untimely({ at }: CarrierEvent, now: EpochMillis): ApiError | undefined {
  if (at > now + CLOCK_TOLERANCE) return new ApiError('event_in_future');
  return at < now - REPORTABLE_FOR
    ? new ApiError('event_too_old', { days: REPORTABLE_FOR / DAY })
    : undefined;
}

function outcomeOf({ id }: CarrierEvent, verdict: Verdict, locale: Locale): CarrierEventOutcome {
  if (!(verdict instanceof ApiError)) return { id, ...verdict };
  return { id, result: 'refused', code: verdict.code, message: verdict.detail(locale) };
}

/**
 * Takes in what the carrier's systems saw, in one transaction a merchant (docs/decisions/0015): an
 * outcome an event, in their sequence. When it breaks off in the middle, what was done stays done, and
 * is not done again when the same events are sent again.
 */
export async function reportEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  events: readonly CarrierEvent[],
  locale: Locale,
): Promise<CarrierEventOutcome[]> {
  const now = deps.clock.now();
  const timely = events.filter((event) => !untimely(event, now));
  const orders = await findTrackedOrders(
    deps.db,
    timely.map(({ trackingNumber }) => trackingNumber),
  );
  const tracked = timely.flatMap((event) => {
    const order = orders.get(event.trackingNumber);
    return order ? [{ event, ...order }] : [];
  });
  const verdicts = new Map<CarrierEvent, Verdict>();
  for (const [merchantId, those] of Map.groupBy(tracked, (one) => one.merchantId)) {
    for (const [event, verdict] of await applyEvents(deps, merchantId, those)) {
      verdicts.set(event, verdict);
    }
  }
  const verdictOf = (event: CarrierEvent) =>
    verdicts.get(event) ??
    untimely(event, now) ??
    new ApiError('tracking_number_unknown', { trackingNumber: event.trackingNumber });
  return events.map((event) => outcomeOf(event, verdictOf(event), locale));
}
