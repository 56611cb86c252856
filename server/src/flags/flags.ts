import { FeatureFlag } from '@portage/contract/merchants/flags';
import { recordOperation } from '../audit/record-security-event.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFlagRow, upsertFlagRow, listFlagRows, findFlagRows } from './flag-queries.ts';

interface FlagState {
  enabled: boolean;
  /** `default` means off. */
  decidedBy: 'merchant' | 'all' | 'default';
}

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

/** Reads the merchant's setting, else the one for all, else off. */
export async function isFlagOn(
  db: Executor,
  merchantId: string,
  flag: FeatureFlag,
): Promise<boolean> {
  return (await findFlagState(db, merchantId, flag)).enabled;
}

/** A merchant, or all without a setting of their own. */
export interface FlagTarget {
  flag: FeatureFlag;
  merchantId: string | null;
}

const recordSetting = (
  trx: Executor,
  clock: Clock,
  { flag, merchantId }: FlagTarget,
  setting: 'on' | 'off' | 'unset',
) =>
  recordOperation(trx, clock, {
    action: 'flag.set',
    subject: `${flag}=${setting}`,
    ...(merchantId !== null && { merchantId }),
  });

/** In effect at once: running servers ask the database. */
export async function setFlag(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { flag, merchantId }: FlagTarget,
  enabled: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await upsertFlagRow(trx, flag, merchantId, enabled);
    await recordSetting(trx, clock, { flag, merchantId }, enabled ? 'on' : 'off');
  });
}

/** The next wider setting decides. False when there was none. */
export async function unsetFlag(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { flag, merchantId }: FlagTarget,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteFlagRow(trx, flag, merchantId))) return false;
    await recordSetting(trx, clock, { flag, merchantId }, 'unset');
    return true;
  });
}

/** Applies to all where `merchantId` is null. */
interface FlagSetting {
  flag: FeatureFlag;
  merchantId: string | null;
  /** Undefined means off. */
  enabled: boolean | undefined;
}

/** Lists for each feature the setting for all first. */
export async function listFlagSettings(db: Database): Promise<FlagSetting[]> {
  const settings: FlagSetting[] = [];
  for (const flag of FeatureFlag.options) {
    const rows = await listFlagRows(db, flag);
    if (rows[0]?.merchantId !== null) settings.push({ flag, merchantId: null, enabled: undefined });
    settings.push(...rows.map((row) => ({ flag, ...row })));
  }
  return settings;
}
