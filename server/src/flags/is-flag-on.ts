import type { FeatureFlag } from '@portage/contract/flags';
import type { Executor } from '../db/database.ts';
import { findFlagRows } from './flag-queries.ts';

/** Whether a feature is on for a merchant: its own setting decides, then the one for all, then off. */
export async function isFlagOn(
  db: Executor,
  merchantId: string,
  flag: FeatureFlag,
): Promise<boolean> {
  const rows = await findFlagRows(db, merchantId, flag);
  const own = rows.find((row) => row.merchantId !== null);
  return (own ?? rows[0])?.enabled ?? false;
}
