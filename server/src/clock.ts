import type { EpochMillis } from '@portage/contract/time';

/** Gives the present. Tests and demo data choose their own. */
export interface Clock {
  now(): EpochMillis;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
