import type { Merchant } from '@portage/contract/merchants';
import type { Executor } from '../db/database.ts';
import { findMerchantDocument } from './merchant-queries.ts';

/** The name of a merchant that may not exist. */
export async function findMerchantName(
  db: Executor,
  merchantId: string,
): Promise<string | undefined> {
  const document = await findMerchantDocument(db, merchantId);
  return document === undefined ? undefined : (JSON.parse(document) as Merchant).name;
}
