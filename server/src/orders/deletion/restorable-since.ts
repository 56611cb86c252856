import type { Clock } from '../../clock.ts';
import type { EpochMillis } from '@portage/contract/time';

/** For how long a deleted order can be restored (product decision); then it is purged. */
const RESTORABLE_FOR = 30 * 24 * 60 * 60 * 1000;

/** The timestamp since which an order must have been deleted to be restored now. */
export const restorableSince = (clock: Clock): EpochMillis => clock.now() - RESTORABLE_FOR;
