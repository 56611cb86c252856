import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Executor } from '../db/database.ts';
import { isFlagOn } from '../flags/flags.ts';
import { findMerchantDocument } from './merchant-queries.ts';

export { isMerchantDisabled } from './merchant-queries.ts';

/** Expects an id from a session, user or order: a missing merchant is our fault. */
export async function getMerchant(db: Executor, merchantId: string): Promise<Merchant> {
  const document = await findMerchantDocument(db, merchantId);
  if (document === undefined) throw new Error(`Merchant ${merchantId} is missing`);
  return JSON.parse(document) as Merchant;
}

/** A merchant as its parcels are rated. */
export interface Shipper {
  merchant: Merchant;
  /** May ship HEAVY orders. */
  heavyAllowed: boolean;
}

export async function getShipper(db: Executor, merchantId: string): Promise<Shipper> {
  const [merchant, heavyAllowed] = await Promise.all([
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);
  return { merchant, heavyAllowed };
}

/** Undefined for a missing merchant. */
export async function findMerchantName(
  db: Executor,
  merchantId: string,
): Promise<string | undefined> {
  const document = await findMerchantDocument(db, merchantId);
  return document === undefined ? undefined : (JSON.parse(document) as Merchant).name;
}

/** Checks an id from elsewhere, such as a user pool. */
export async function isKnownMerchant(db: Executor, merchantId: string): Promise<boolean> {
  return (await findMerchantDocument(db, merchantId)) !== undefined;
}
