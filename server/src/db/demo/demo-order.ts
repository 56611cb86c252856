import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import type { DemoCustomer } from './demo-customers.ts';

/** Who orders, when, and the how-manieth order of the merchant it is. */
export interface Ordering {
  readonly customer: DemoCustomer;
  readonly at: EpochMillis;
  readonly ordinal: number;
}

/** The hour that a clock on the wall shows, from 0 to 23. */
export const hourAt = (at: EpochMillis, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).hour;
