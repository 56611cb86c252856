import type { EpochMillis } from '@portage/contract/time';

/** Where the present comes from, so that tests and demo data can choose it. */
export interface Clock {
  now(): EpochMillis;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
