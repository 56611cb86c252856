import type { Rate } from '@portage/contract/rates';
import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import type { ServicePromise } from './data/cutoffs.ts';

/** A promise made for an order placed at a certain moment. */
export interface DeliveryPromise {
  readonly estimate: Required<
    Pick<
      Rate,
      'estimateDay' | 'estimateFrom' | 'estimateTo' | 'epochEstimateFrom' | 'epochEstimateTo'
    >
  >;
  /** True when the order came after the cutoff and is promised a day later. */
  readonly late: boolean;
}

/**
 * When an order placed `at` arrives, on the clock of its origin. `estimateDay` is the last day it may
 * arrive on; the epochs run from the first day's opening to the last day's close. Undefined when the
 * cutoff has passed and the service is not offered any more today.
 */
export function promiseDelivery(
  promise: ServicePromise,
  at: EpochMillis,
  timeZone: string,
): DeliveryPromise | undefined {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const late =
    promise.cutoff !== undefined &&
    Temporal.PlainTime.compare(now.toPlainTime(), promise.cutoff) >= 0;
  if (late && promise.whenLate === 'notOffered') return undefined;

  const start = now.toPlainDate().add({ days: late ? 1 : 0 });
  const firstDay = start.add({ days: promise.firstDay });
  const lastDay = start.add({ days: promise.lastDay });
  return {
    late,
    estimate: {
      estimateDay: lastDay.toString(),
      estimateFrom: promise.from,
      estimateTo: promise.to,
      epochEstimateFrom: firstDay.toZonedDateTime({ timeZone, plainTime: promise.from })
        .epochMilliseconds,
      epochEstimateTo: lastDay.toZonedDateTime({ timeZone, plainTime: promise.to })
        .epochMilliseconds,
    },
  };
}
