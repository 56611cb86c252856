import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import type { TariffRows } from '../rates/tariff.ts';
import { findTariffRows, listTariffVersions, type TariffVersion } from './tariff-queries.ts';

export interface ListedTariff extends TariffVersion {
  readonly state: 'ended' | 'in effect' | 'to come';
}

/** Earliest first. */
export async function listTariffs(db: Database, now: EpochMillis): Promise<ListedTariff[]> {
  const versions = await listTariffVersions(db);
  const current = versions.findLast(({ effectiveFrom }) => effectiveFrom <= now);
  const stateOf = (one: TariffVersion) => {
    if (one === current) return 'in effect';
    return one.effectiveFrom > now ? 'to come' : 'ended';
  };
  return versions.map((one) => ({ ...one, state: stateOf(one) }));
}

/** Undefined without the version. */
export async function findTariff(db: Database, version: string): Promise<TariffRows | undefined> {
  const versions = await listTariffVersions(db);
  return versions.some((one) => one.version === version) ? findTariffRows(db, version) : undefined;
}
