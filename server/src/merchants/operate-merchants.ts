import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import {
  findDisabledAt,
  findMerchantDocument,
  listNewestMerchants,
  updateDisabledAt,
} from './merchant-queries.ts';

export interface OperatedMerchant {
  merchant: Merchant;
  /** Null while enabled. */
  disabledAt: EpochMillis | null;
}

export async function listMerchants(db: Database, limit: number): Promise<OperatedMerchant[]> {
  const rows = await listNewestMerchants(db, limit);
  return rows.map(({ document, disabledAt }) => ({
    merchant: JSON.parse(document) as Merchant,
    disabledAt,
  }));
}

export async function findMerchant(
  db: Database,
  merchantId: string,
): Promise<OperatedMerchant | undefined> {
  const document = await findMerchantDocument(db, merchantId);
  if (document === undefined) return undefined;
  const disabledAt = (await findDisabledAt(db, merchantId)) ?? null;
  return { merchant: JSON.parse(document) as Merchant, disabledAt };
}

/** Users and programs of a disabled merchant cannot sign in or call. */
export async function enableMerchant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  isEnabled: boolean,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await updateDisabledAt(trx, merchantId, isEnabled ? null : new Date(now));
    await recordSecurityEvent(trx, {
      at: now,
      action: isEnabled ? 'merchant.enabled' : 'merchant.disabled',
      actor: 'operator',
      merchantId,
    });
  });
}
