import { type RollupDeps, rollUpMerchant } from './read-order-days.ts';
import { findMerchantsToRollUp } from './upkeep-queries.ts';

/** Counts the days of every merchant whose orders changed since they were counted last. */
export async function rollUpOrderDays({ db, clock }: RollupDeps): Promise<void> {
  for (const { merchantId, timeZone } of await findMerchantsToRollUp(db)) {
    await rollUpMerchant({ db, clock }, merchantId, timeZone);
  }
}
