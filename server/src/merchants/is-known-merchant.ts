import type { Executor } from '../db/database.ts';
import { findMerchantDocument } from './merchant-queries.ts';

/** Tells whether there is a merchant with an id that comes from elsewhere, such as a user pool. */
export async function isKnownMerchant(db: Executor, merchantId: string): Promise<boolean> {
  return (await findMerchantDocument(db, merchantId)) !== undefined;
}
