import type { Deps } from '../deps.ts';
import { deleteImport } from './import-queries.ts';
import { listOldImports } from './upkeep-queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How long imports and their rows are kept, in days; the orders stay. */
const KEPT_DAYS = 180;

/** Forgets imports after half a year, and after a day those of which only a part ever came. */
export async function forgetOldImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const old = await listOldImports(db, {
    before: now - KEPT_DAYS * DAY,
    brokenOffBefore: now - DAY,
  });
  for (const { merchantId, id } of old) await deleteImport(db, merchantId, id);
}
