import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Executor } from '../db/database.ts';
import { insertMerchant } from './merchant-queries.ts';

/** Adds a merchant with its profile. */
export async function createMerchant(db: Executor, merchant: Merchant): Promise<void> {
  await insertMerchant(db, merchant.id, JSON.stringify(merchant));
}
