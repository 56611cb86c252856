import { CLOCK_TOLERANCE, REPORTABLE_FOR } from '@portage/contract/orders/carrier';
import type { Deps } from '../deps.ts';
import { deleteCarrierEventsBefore } from './upkeep-queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * How long events are remembered, so that none is done twice: a month longer than they can be reported,
 * and than a clock that is ahead makes of it. What is forgotten would be refused as too old.
 */
export const REMEMBERED_FOR = REPORTABLE_FOR + CLOCK_TOLERANCE + 30 * DAY;

/** Events forgotten in one statement. */
const BATCH = 10_000;

/** Forgets the events of the carrier that cannot be reported any more. */
export async function forgetOldEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const timestamp = clock.now() - REMEMBERED_FOR;
  let forgotten: number;
  do {
    forgotten = await deleteCarrierEventsBefore(db, timestamp, { most: BATCH });
  } while (forgotten === BATCH);
}
