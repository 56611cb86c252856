import type { Deps } from '../deps.ts';
import { purgeAddressesDeletedBefore } from './upkeep-queries.ts';

/** How long a deleted recipient can be restored. */
const RESTORABLE = 30 * 24 * 60 * 60 * 1000;

/** Deletes for good the recipients that were deleted too long ago to be restored. */
export function purgeDeletedAddresses({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return purgeAddressesDeletedBefore(db, clock.now() - RESTORABLE);
}
