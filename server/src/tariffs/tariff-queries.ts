import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { columnsOf, tariffParts, type TariffPart, type TariffRows } from '../rates/tariff.ts';

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

const tableOf = (part: TariffPart) => sql.table(`tariff_${part}`);

export async function findTariffRows(db: Executor, version: string): Promise<TariffRows> {
  const found = tariffParts.map(async (part) => {
    const columns = sql.join(columnsOf(part).map((column) => sql.ref(column)));
    const query = sql`select ${columns} from ${tableOf(part)} where version = ${version}`;
    return [part, (await query.execute(db)).rows];
  });
  return Object.fromEntries(await Promise.all(found)) as TariffRows;
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
  // Areas, zones, prefixes: each refers to the one before.
  for (const part of tariffParts) {
    const table = tableOf(part);
    const added = JSON.stringify(rows[part].map((row) => ({ ...row, version })));
    await sql`
      insert into ${table}
      select * from jsonb_populate_recordset(null::${table}, ${added}::jsonb)
    `.execute(trx);
  }
  return true;
}
