import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Executor } from '../db/database.ts';
import { findMerchantDocument } from './merchant-queries.ts';

/**
 * The profile of a merchant whose existence is certain: the id comes from a session, a user or an
 * order. A merchant that is missing all the same is a fault of ours, not of the caller's.
 */
export async function getMerchant(db: Executor, merchantId: string): Promise<Merchant> {
  const document = await findMerchantDocument(db, merchantId);
  if (document === undefined) throw new Error(`Merchant ${merchantId} is missing`);
  return JSON.parse(document) as Merchant;
}

/** The name of a merchant. */
export async function getMerchantName(db: Executor, merchantId: string): Promise<string> {
  return (await getMerchant(db, merchantId)).name;
}

/** The name of a merchant that may not exist. */
export async function findMerchantName(
  db: Executor,
  merchantId: string,
): Promise<string | undefined> {
  const document = await findMerchantDocument(db, merchantId);
  return document === undefined ? undefined : (JSON.parse(document) as Merchant).name;
}

/** Tells whether there is a merchant with an id that comes from elsewhere, such as a user pool. */
export async function isKnownMerchant(db: Executor, merchantId: string): Promise<boolean> {
  return (await findMerchantDocument(db, merchantId)) !== undefined;
}
