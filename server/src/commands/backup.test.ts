import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDatabaseEnv } from '../env.ts';
import { useCommandLine } from '../testing/use-command-line.ts';

const { portage } = useCommandLine();

test.each([
  ['a text', 64, 'must be an address'],
  ['postgresql://nobody@127.0.0.1:1/elsewhere', 69, 'elsewhere at 127.0.0.1:1 cannot be reached'],
  ['its own', 75, 'in use'],
])('a move of the database to %s is refused before rows are copied', async (to, code, reason) => {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-move-'));
  onTestFinished(() => fs.rm(directory, { recursive: true }));
  vi.stubEnv('PORTAGE_DATA', directory);
  const target = to === 'its own' ? (readDatabaseEnv().databaseUrl ?? '') : to;
  const outcome = await portage('move-database', target);
  expect(outcome).toMatchObject({ code, errors: expect.stringContaining(reason) });
  expect(await fs.readdir(directory)).toEqual([]);
});
