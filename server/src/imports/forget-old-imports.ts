import type { Deps } from '../deps.ts';
import { DAY } from '../durations.ts';
import { deleteImport } from './import-queries.ts';
import { listOldImports } from './upkeep-queries.ts';

/** Deletes imports after half a year, and those that never arrived whole after a day; orders stay. */
export async function forgetOldImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const old = await listOldImports(db, { before: now - 180 * DAY, brokenOffBefore: now - DAY });
  for (const { merchantId, id } of old) await deleteImport(db, merchantId, id);
}
