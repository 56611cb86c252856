import { FeatureFlag } from '@portage/contract/flags';
import type { Database } from '../db/database.ts';
import { listFlagRows } from './flag-queries.ts';

/** A setting of a feature: of a merchant, or the one for all where `merchantId` is null. */
export interface FlagSetting {
  flag: FeatureFlag;
  merchantId: string | null;
  /** Undefined where nobody has set a feature for all; it is off for all then. */
  enabled: boolean | undefined;
}

/** Every setting of every feature. Each feature has one for all, which comes before the merchants’. */
export async function listFlagSettings(db: Database): Promise<FlagSetting[]> {
  const settings: FlagSetting[] = [];
  for (const flag of FeatureFlag.options) {
    const rows = await listFlagRows(db, flag);
    if (rows[0]?.merchantId !== null) settings.push({ flag, merchantId: null, enabled: undefined });
    settings.push(...rows.map((row) => ({ flag, ...row })));
  }
  return settings;
}
