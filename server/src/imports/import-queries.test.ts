import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { DAY } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import {
  analyzeImportRows,
  countStrayPackages,
  findFirstRows,
  insertImport,
  insertImportRows,
  listPackagesOf,
} from './import-queries.ts';
import { forgetOldImports } from './import-records.ts';

const server = useTestServer();

const ROWS = 10_000;
const CELLS = JSON.stringify(['a'.repeat(80)]);

/** Import rows read by this transaction. */
async function rowsRead(trx: Executor): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
    where relname in ('import_rows', 'import_packages')`.execute(trx);
  return rows[0]?.read ?? 0;
}

test('a large import still reads by its references after smaller ones', async () => {
  const { merchant } = await makeMerchant(server);
  await server.deps.db.transaction().execute(async (trx) => {
    const insert = async (importId: string, count: number) => {
      for (const table of ['import_rows', 'import_packages'] as const) {
        await sql`
          insert into ${sql.table(table)} (merchant_id, import_id, row, reference, cells)
          select ${merchant.id}::uuid, ${importId}::uuid, row, 'R-' || row, ${CELLS}
          from generate_series(1, ${sql.lit(count)}) as row`.execute(trx);
      }
      await analyzeImportRows(trx);
    };
    await insert(uuidv7(), ROWS / 2);
    const key = { merchantId: merchant.id, importId: uuidv7() };
    await insert(key.importId, ROWS);
    const references = Array.from({ length: 100 }, (_, index) => `R-${ROWS - index}`);
    const before = await rowsRead(trx);
    expect((await findFirstRows(trx, key, references)).get(`R-${ROWS}`)?.row).toBe(ROWS);
    expect(await listPackagesOf(trx, key, references)).toHaveLength(100);
    expect(await countStrayPackages(trx, key)).toBe(0);
    expect((await rowsRead(trx)) - before).toBeLessThan(5 * ROWS);
  });
});

test('an import is deleted after half a year, an incomplete one after a day', async () => {
  const { merchant, username } = await makeMerchant(server);
  const add = async (age: number, state: string) => {
    const id = uuidv7();
    const row = { merchantId: merchant.id, id, username, now: TEST_NOW - age };
    await insertImport(server.deps.db, row);
    await server.deps.db.updateTable('imports').set({ state }).where('id', '=', id).execute();
    const rows = { references: ['A-1'], lines: [2], cells: Buffer.from(CELLS) };
    for (const file of ['orderDetails', 'orderPackages'] as const) {
      await insertImportRows(server.deps.db, { ...row, importId: id }, file, 0, rows);
    }
    return id;
  };
  await add(181 * DAY, 'DONE');
  await add(2 * DAY, 'ARRIVING');
  const kept = [await add(179 * DAY, 'DONE'), await add(DAY / 2, 'ARRIVING')];
  await forgetOldImports(server.deps);
  const left = server.deps.db.selectFrom('imports').select('id').orderBy('created_at');
  expect((await left.execute()).map(({ id }) => id)).toEqual(kept);
  for (const table of ['import_rows', 'import_packages'] as const) {
    const rows = server.deps.db.selectFrom(table).select('import_id as id');
    const ids = (await rows.where('merchant_id', '=', merchant.id).execute()).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(kept));
  }
});
