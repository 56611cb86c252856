import type { EpochMillis } from '@portage/contract/time';

/** Tests and demo data set their own time. */
export interface Clock {
  now(): EpochMillis;
}

export const systemClock: Clock = { now: () => Date.now() };
