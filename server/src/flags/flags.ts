import { FeatureFlag } from '@portage/contract/merchants/flags';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { deleteFlagRow, upsertFlagRow, listFlagRows, findFlagRows } from './flag-queries.ts';
import type { Database, Executor } from '../db/database.ts';

interface FlagState {
  enabled: boolean;
  /** The merchant's own setting, else the one for all, else none, which means off. */
  decidedBy: 'merchant' | 'all' | 'default';
}

/** Tells whether a feature is on for a merchant, and why. */
export async function findFlagState(
  db: Executor,
  merchantId: string,
  flag: FeatureFlag,
): Promise<FlagState> {
  const rows = await findFlagRows(db, merchantId, flag);
  const own = rows.find((row) => row.merchantId !== null);
  if (own) return { enabled: own.enabled, decidedBy: 'merchant' };
  const [forAll] = rows;
  return forAll
    ? { enabled: forAll.enabled, decidedBy: 'all' }
    : { enabled: false, decidedBy: 'default' };
}

/** Tells whether a feature is on: the merchant's setting, then the one for all, then off. */
export async function isFlagOn(
  db: Executor,
  merchantId: string,
  flag: FeatureFlag,
): Promise<boolean> {
  return (await findFlagState(db, merchantId, flag)).enabled;
}

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
  /** Undefined where a feature has no setting for all, which means off. */
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
