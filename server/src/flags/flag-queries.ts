import type { FeatureFlag } from '@portage/contract/merchants/flags';
import type { Executor } from '../db/database.ts';

/** The merchant's setting and the one for all. */
export function findFlagRows(db: Executor, merchantId: string, flag: FeatureFlag) {
  return db
    .selectFrom('feature_flags')
    .select(['merchant_id as merchantId', 'enabled'])
    .where('flag', '=', flag)
    .where((or) => or.or([or('merchant_id', '=', merchantId), or('merchant_id', 'is', null)]))
    .execute();
}

/** The one for all first. */
export function listFlagRows(db: Executor, flag: FeatureFlag) {
  return db
    .selectFrom('feature_flags')
    .select(['merchant_id as merchantId', 'enabled'])
    .where('flag', '=', flag)
    .orderBy('merchant_id', (order) => order.asc().nullsFirst())
    .execute();
}

/** Sets a flag, for all merchants where `merchantId` is null. */
export async function upsertFlagRow(
  db: Executor,
  flag: FeatureFlag,
  merchantId: string | null,
  enabled: boolean,
): Promise<void> {
  await db
    .insertInto('feature_flags')
    .values({ flag, merchant_id: merchantId, enabled })
    .onConflict((conflict) => conflict.columns(['flag', 'merchant_id']).doUpdateSet({ enabled }))
    .execute();
}

/** False when there was none. */
export async function deleteFlagRow(
  db: Executor,
  flag: FeatureFlag,
  merchantId: string | null,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feature_flags')
    .where('flag', '=', flag)
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
