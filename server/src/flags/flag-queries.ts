import type { FeatureFlag } from '@portage/contract/flags';
import type { Executor } from '../db/database.ts';

/** The settings of a feature that concern a merchant: its own, and the one for all. */
export function findFlagRows(db: Executor, merchantId: string, flag: FeatureFlag) {
  return db
    .selectFrom('feature_flags')
    .select(['merchant_id as merchantId', 'enabled'])
    .where('flag', '=', flag)
    .where((or) => or.or([or('merchant_id', '=', merchantId), or('merchant_id', 'is', null)]))
    .execute();
}
