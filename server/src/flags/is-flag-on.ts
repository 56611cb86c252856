import type { FeatureFlag } from '@portage/contract/merchants/flags';
import type { Executor } from '../db/database.ts';
import { findFlagRows } from './flag-queries.ts';

/** Whether a feature is on for a merchant, and what decides it. */
export interface FlagState {
  enabled: boolean;
  /** The merchant's own setting, else the one for all, else none, which means off. */
  decidedBy: 'merchant' | 'all' | 'default';
}

/** Whether a feature is on for a merchant, with the reason. */
export async function findFlagState(
  db: Executor,
  merchantId: string,
  flag: FeatureFlag,
): Promise<FlagState> {
  const rows = await findFlagRows(db, merchantId, flag);
  const own = rows.find((row) => row.merchantId !== null);
  if (own) return { enabled: own.enabled, decidedBy: 'merchant' };
  const [forAll] = rows;
  return forAll
    ? { enabled: forAll.enabled, decidedBy: 'all' }
    : { enabled: false, decidedBy: 'default' };
}

/** Whether a feature is on for a merchant: its own setting decides, then the one for all, then off. */
export async function isFlagOn(
  db: Executor,
  merchantId: string,
  flag: FeatureFlag,
): Promise<boolean> {
  return (await findFlagState(db, merchantId, flag)).enabled;
}
