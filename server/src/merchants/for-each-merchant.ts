import { type Database, pingDatabase } from '../db/database.ts';
import { listMerchantIds } from './merchant-queries.ts';

/** Merchants that an error names. */
const MOST_NAMED = 20;

/**
 * One after the other, so that each query runs on one worker of a cluster (docs/cluster.md). Continues
 * past merchants that fail, and throws in the end; throws at once when the database is lost.
 */
export async function forEachMerchant(
  db: Database,
  work: (merchantId: string) => Promise<void>,
): Promise<void> {
  const failures: { merchantId: string; error: unknown }[] = [];
  const merchantIds = await listMerchantIds(db);
  for (const merchantId of merchantIds) {
    try {
      await work(merchantId);
    } catch (error) {
      await pingDatabase(db);
      failures.push({ merchantId, error });
    }
  }
  if (failures.length === 0) return;
  const named = failures.slice(0, MOST_NAMED).map(({ merchantId }) => merchantId);
  const more = failures.length > named.length ? ', …' : '';
  throw new Error(
    `Failed for ${failures.length} of ${merchantIds.length} merchants: ${named.join(', ')}${more}`,
    { cause: failures[0]?.error },
  );
}
