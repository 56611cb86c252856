import type { Deps } from '../../deps.ts';
import { restorableSince } from './restorable-since.ts';
import { purgeOrdersDeletedBefore } from './upkeep-queries.ts';

/** Orders purged in one statement: it locks them, and a deletion of a million takes minutes. */
const BATCH = 1000;

/** Deletes for good the orders that were deleted too long ago to be restored. */
export async function purgeDeletedOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const moment = restorableSince(clock);
  let purged: number;
  do {
    purged = await purgeOrdersDeletedBefore(db, moment, { most: BATCH });
  } while (purged === BATCH);
}
