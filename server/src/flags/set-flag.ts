import { FeatureFlag } from '@portage/contract/merchants/flags';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { deleteFlagRow, upsertFlagRow, listFlagRows } from './flag-queries.ts';
import type { Database } from '../db/database.ts';

/** A feature and for whom it is set: a merchant, or all that have no setting of their own. */
export interface FlagTarget {
  flag: FeatureFlag;
  merchantId: string | null;
}

/** Switches a feature on or off. Servers that run ask the database, so it is in effect at once. */
export async function setFlag(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { flag, merchantId }: FlagTarget,
  enabled: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await upsertFlagRow(trx, flag, merchantId, enabled);
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'flag.set',
      actor: 'operator',
      subject: `${flag}=${enabled ? 'on' : 'off'}`,
      ...(merchantId !== null && { merchantId }),
    });
  });
}

/** Takes a setting away, so that the next wider one decides. False when there was none. */
export async function unsetFlag(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { flag, merchantId }: FlagTarget,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteFlagRow(trx, flag, merchantId))) return false;
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'flag.set',
      actor: 'operator',
      subject: `${flag}=unset`,
      ...(merchantId !== null && { merchantId }),
    });
    return true;
  });
}

/** A setting of a feature: of a merchant, or the one for all where `merchantId` is null. */
interface FlagSetting {
  flag: FeatureFlag;
  merchantId: string | null;
  /** Undefined where nobody has set a feature for all; it is off for all then. */
  enabled: boolean | undefined;
}

/** Every setting of every feature. Each feature has one for all, which comes before the merchants’. */
export async function listFlagSettings(db: Database): Promise<FlagSetting[]> {
  const settings: FlagSetting[] = [];
  for (const flag of FeatureFlag.options) {
    const rows = await listFlagRows(db, flag);
    if (rows[0]?.merchantId !== null) settings.push({ flag, merchantId: null, enabled: undefined });
    settings.push(...rows.map((row) => ({ flag, ...row })));
  }
  return settings;
}
