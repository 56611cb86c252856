import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { isRollupStale } from './order-day-queries.ts';
import { type RollupDeps, rollUpMerchant } from './read-order-days.ts';

/** Counts the days of every merchant whose orders changed since they were counted last. */
export async function rollUpOrderDays({ db, clock }: RollupDeps): Promise<void> {
  await forEachMerchant(db, async (merchantId) => {
    if (!(await isRollupStale(db, merchantId))) return;
    const { timeZone } = await getMerchant(db, merchantId);
    await rollUpMerchant({ db, clock }, merchantId, timeZone);
  });
}
