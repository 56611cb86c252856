import type { Database } from '../db/database.ts';
import { findMerchantName } from '../merchants/get-merchant.ts';
import { notFound } from '../startup-error.ts';

/** How a command names a merchant in what it says. Throws `not_found`. */
export async function requireMerchant(db: Database, merchantId: string): Promise<string> {
  const name = await findMerchantName(db, merchantId);
  if (name === undefined) throw notFound(`merchant ${merchantId}`);
  return `${name} (${merchantId})`;
}
