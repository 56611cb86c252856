import type { Deps } from '../deps.ts';
import { deleteLogosFetchedBefore } from './upkeep-queries.ts';

/** How long a logo is kept that no label asks for. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/** Forgets the logos that are not printed any more: one that is, is fetched again every day. */
export function forgetOldLogos({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteLogosFetchedBefore(db, clock.now() - KEPT);
}
