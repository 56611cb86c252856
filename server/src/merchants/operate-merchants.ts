import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { recordOperation } from '../audit/record-security-event.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { changeMerchant } from './change-merchant.ts';
import {
  findMerchantRow,
  listNewestMerchants,
  type MerchantRow,
  updateDisabledAt,
} from './merchant-queries.ts';

export {
  deleteMerchantRow as forgetMerchant,
  markLeaving as beginLeaving,
} from './merchant-queries.ts';

export interface OperatedMerchant {
  merchant: Merchant;
  /** Null while enabled. */
  disabledAt: EpochMillis | null;
  /** Null unless it is being deleted. */
  leavingSince: EpochMillis | null;
}

const operated = ({ document, disabledAt, leavingSince }: MerchantRow): OperatedMerchant => ({
  merchant: JSON.parse(document) as Merchant,
  disabledAt,
  leavingSince,
});

export async function listMerchants(db: Database, limit: number): Promise<OperatedMerchant[]> {
  return (await listNewestMerchants(db, limit)).map(operated);
}

export async function findMerchant(
  db: Executor,
  merchantId: string,
): Promise<OperatedMerchant | undefined> {
  const row = await findMerchantRow(db, merchantId);
  return row && operated(row);
}

/** Users and programs of a disabled merchant cannot sign in or call. */
export async function enableMerchant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  isEnabled: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await updateDisabledAt(trx, merchantId, isEnabled ? null : new Date(clock.now()));
    const action = isEnabled ? 'merchant.enabled' : 'merchant.disabled';
    await recordOperation(trx, clock, { action, merchantId });
  });
}

/** Returns the new profile, and the names of fields that changed. */
export async function changeProfile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  change: (merchant: Merchant) => Merchant,
): Promise<{ merchant: Merchant; changed: string[] }> {
  return db.transaction().execute(async (trx) => {
    const profile = await changeMerchant(trx, clock, { merchantId, actor: 'operator' }, change);
    if (profile.changed.length > 0) {
      const subject = profile.changed.join(' ');
      await recordOperation(trx, clock, { action: 'merchant.changed', subject, merchantId });
    }
    return profile;
  });
}
