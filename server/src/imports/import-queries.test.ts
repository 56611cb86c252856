import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { DAY } from '../durations.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { forgetOldImports } from './forget-old-imports.ts';
import {
  countStrayPackages,
  findFirstRows,
  insertImport,
  listPackagesOf,
} from './import-queries.ts';

const server = useTestServer();

const ROWS = 5000;

test('a large import is read by its references, though PostgreSQL has no statistics of it', async () => {
  const { merchant } = await makeMerchant(server);
  const key = { merchantId: merchant.id, importId: uuidv7() };
  await server.deps.db.transaction().execute(async (trx) => {
    for (const table of ['import_rows', 'import_packages'] as const) {
      await sql`
        insert into ${sql.table(table)} (merchant_id, import_id, row, reference, cells)
        select ${key.merchantId}::uuid, ${key.importId}::uuid, row, 'R-' || row, '[]'
        from generate_series(1, ${sql.lit(ROWS)}) as row`.execute(trx);
    }
    const references = Array.from({ length: 100 }, (_, index) => `R-${ROWS - index}`);
    expect((await findFirstRows(trx, key, references)).get(`R-${ROWS}`)).toBe(ROWS);
    expect(await listPackagesOf(trx, key, references)).toHaveLength(100);
    expect(await countStrayPackages(trx, key)).toBe(0);
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname in ('import_rows', 'import_packages')`.execute(trx);
    expect(rows[0]?.read).toBeLessThan(3 * ROWS);
  });
});

test('an import is forgotten after half a year, one that never arrived whole after a day', async () => {
  const { merchant, username } = await makeMerchant(server);
  const add = async (age: number, state: string) => {
    const id = uuidv7();
    const row = { merchantId: merchant.id, id, username, now: TEST_NOW - age };
    await insertImport(server.deps.db, row);
    await server.deps.db.updateTable('imports').set({ state }).where('id', '=', id).execute();
    return id;
  };
  await add(181 * DAY, 'DONE');
  await add(2 * DAY, 'ARRIVING');
  const kept = [await add(179 * DAY, 'DONE'), await add(DAY / 2, 'ARRIVING')];
  await forgetOldImports(server.deps);
  const left = server.deps.db.selectFrom('imports').select('id').orderBy('created_at');
  expect((await left.execute()).map(({ id }) => id)).toEqual(kept);
});
