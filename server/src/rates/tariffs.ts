import type { EpochMillis } from '@portage/contract/time';
import type { Tariff } from './tariff.ts';

/** Every version of the tariff, in memory: rating asks no database for it. */
export interface Tariffs {
  /** The tariff in effect at a time; the earliest one before that. */
  at(time: EpochMillis): Tariff;
}

/** The tariff of a list, the earliest first, that is in effect at a time. Throws for an empty list. */
export function tariffAt(tariffs: readonly Tariff[], time: EpochMillis): Tariff {
  const tariff = tariffs.findLast(({ effectiveFrom }) => effectiveFrom <= time) ?? tariffs[0];
  if (!tariff) throw new Error('There is no tariff');
  return tariff;
}
