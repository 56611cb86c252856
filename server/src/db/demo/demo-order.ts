import type { NewOrder } from '@portage/contract/new-order';
import type { EpochMillis } from '@portage/contract/time';
import { Temporal } from 'temporal-polyfill';
import type { DemoCustomer } from './demo-customers.ts';
import { DRIVER_NOTES } from './demo-notes.ts';
import type { DemoRandom } from './demo-random.ts';

/** Who orders, when, and the how-manieth order of the merchant it is. */
export interface Ordering {
  readonly customer: DemoCustomer;
  readonly at: EpochMillis;
  readonly ordinal: number;
}

/** Writes down the order that a merchant makes of a customer's wish. */
export type OrderWriter = (random: DemoRandom, ordering: Ordering) => NewOrder;

/** The hour that a clock on the wall shows, from 0 to 23. */
export const hourAt = (at: EpochMillis, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).hour;

/** What a recipient asks of the driver, in the language of the province. */
export const driverNote = (random: DemoRandom, { address }: DemoCustomer): string =>
  random.pick(DRIVER_NOTES[address.province === 'QC' ? 'fr' : 'en']);
