import * as fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import { makeReachableDirectory } from '../../../postgres/src/testing/reachable-directory.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openLog } from '../log.ts';
import { runPortage } from '../testing/run-portage.ts';
import { runPortageHere } from '../testing/use-command-line.ts';

const log = openLog('silent');
let dataDirectory: string;

/** Lists the flags in the test's own process, which needs no other without a database. */
async function listFlagsHere(settings: Record<string, string> = {}) {
  const given = { PORTAGE_DATA: dataDirectory, ...settings };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  try {
    return await runPortageHere(['flags', 'list']);
  } finally {
    vi.unstubAllEnvs();
  }
}

const listFlags = () => runPortage(['flags', 'list'], { PORTAGE_DATA: dataDirectory });

beforeAll(async () => {
  const parent = await makeReachableDirectory();
  dataDirectory = path.join(parent, 'data');
  return () => fs.rm(parent, { recursive: true });
});

test('a command works beside a server, or starts the database for itself and stops it', async () => {
  expect(await listFlagsHere()).toMatchObject({
    code: 66,
    errors: expect.stringMatching(/^There is no database in .+ yet: .+\n$/),
  });
  await expect(fs.access(dataDirectory)).rejects.toThrow('ENOENT');

  const postgres = await startEmbeddedPostgres({ dataDirectory, log });
  expect(await listFlags()).toMatchObject({
    code: 65,
    errors: expect.stringMatching(/^The database is not up to date with this Portage: .+\n$/),
  });

  const db = openDatabase(openPool(postgres.url, log, 1));
  await migrate(db);
  await db.destroy();
  const beside = await listFlags();
  expect(beside).toMatchObject({ code: 0, errors: '' });
  expect(beside.output).toContain('not set');

  await postgres.stop();
  expect(await listFlags()).toEqual(beside);
  const left = await fs.readdir(path.join(dataDirectory, 'postgres', 'cluster'));
  expect(left).not.toContain('postmaster.pid');
});

test('a command requires only the settings that it uses', async () => {
  const outcome = await listFlagsHere({ PORTAGE_DEMO: 'off', PORT: 'eighty' });
  expect(outcome).toMatchObject({ code: 0, errors: '' });
});

test('a database that does not answer is reported without its password', async () => {
  const outcome = await listFlagsHere({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/mine' });
  expect(outcome).toMatchObject({ code: 69, output: '' });
  expect(outcome.errors).toMatch(
    /^The database mine at 127\.0\.0\.1:1 .+ cannot be reached: .+\n$/,
  );
  expect(outcome.errors).not.toContain('secret');
});
