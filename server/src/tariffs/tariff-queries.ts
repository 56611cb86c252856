import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { TariffRows } from '../rates/tariff.ts';

export interface TariffVersion {
  readonly version: string;
  readonly effectiveFrom: EpochMillis;
  readonly loadedAt: EpochMillis;
}

/** Earliest first. */
export function listTariffVersions(db: Executor): Promise<TariffVersion[]> {
  return db
    .selectFrom('tariffs')
    .select(['version', 'effective_from as effectiveFrom', 'loaded_at as loadedAt'])
    .orderBy('effective_from')
    .execute();
}

/** In a stable order. */
export async function findTariffRows(db: Executor, version: string): Promise<TariffRows> {
  const [services, areas, zones, prefixes, corridors, prices, surcharges, cutoffs] =
    await Promise.all([
      db
        .selectFrom('tariff_services')
        .select(['service', 'first_day', 'last_day', 'opens', 'closes'])
        .where('version', '=', version)
        .execute(),
      db
        .selectFrom('tariff_areas')
        .select(['area', 'name_en', 'name_fr', 'time_zone', 'currency'])
        .where('version', '=', version)
        .execute(),
      db
        .selectFrom('tariff_zones')
        .select(['zone', 'area', 'surcharge'])
        .where('version', '=', version)
        .execute(),
      db
        .selectFrom('tariff_prefixes')
        .select(['prefix', 'zone'])
        .where('version', '=', version)
        .execute(),
      db
        .selectFrom('tariff_corridors')
        .select(['area', 'other_area'])
        .where('version', '=', version)
        .execute(),
      db
        .selectFrom('tariff_prices')
        .select(['service', 'reach', 'price'])
        .where('version', '=', version)
        .execute(),
      db
        .selectFrom('tariff_surcharges')
        .select(['measure', 'above', 'up_to', 'unit', 'price'])
        .where('version', '=', version)
        .orderBy('measure')
        .orderBy('above')
        .execute(),
      db
        .selectFrom('tariff_cutoffs')
        .select(['service', 'area', 'cutoff', 'when_late'])
        .where('version', '=', version)
        .execute(),
    ]);
  return { services, areas, zones, prefixes, corridors, prices, surcharges, cutoffs };
}

/** False when the version or its date exists. */
export async function insertTariff(
  trx: Executor,
  { version, effectiveFrom, loadedAt }: TariffVersion,
  rows: TariffRows,
): Promise<boolean> {
  const added = await trx
    .insertInto('tariffs')
    .values({
      version,
      effective_from: new Date(effectiveFrom),
      loaded_at: new Date(loadedAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  if (!added) return false;
  const of = <Row extends object>(part: readonly Row[]) => part.map((row) => ({ ...row, version }));
  // Areas, zones, prefixes: each refers to the one before.
  await trx.insertInto('tariff_services').values(of(rows.services)).execute();
  await trx.insertInto('tariff_areas').values(of(rows.areas)).execute();
  await trx.insertInto('tariff_zones').values(of(rows.zones)).execute();
  await trx.insertInto('tariff_prefixes').values(of(rows.prefixes)).execute();
  if (rows.corridors.length > 0) {
    await trx.insertInto('tariff_corridors').values(of(rows.corridors)).execute();
  }
  await trx.insertInto('tariff_prices').values(of(rows.prices)).execute();
  await trx.insertInto('tariff_surcharges').values(of(rows.surcharges)).execute();
  if (rows.cutoffs.length > 0) {
    await trx.insertInto('tariff_cutoffs').values(of(rows.cutoffs)).execute();
  }
  return true;
}
