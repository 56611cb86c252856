import type { Deps } from '../deps.ts';
import { DAY } from '../durations.ts';
import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import { deleteImport, listOldImports } from './import-queries.ts';

/** Deletes imports after half a year, and those that never arrived whole after a day; orders stay. */
export async function forgetOldImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const old = { before: now - 180 * DAY, brokenOffBefore: now - DAY };
  await forEachMerchant(db, async (merchantId) => {
    for (const id of await listOldImports(db, merchantId, old)) {
      await deleteImport(db, merchantId, id);
    }
  });
}
