import * as fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDatabaseEnv } from '../env.ts';
import { useCommandLine } from '../testing/use-command-line.ts';
import { useDirectory } from '../testing/use-directory.ts';

const { portage } = useCommandLine();

test.each([
  ['a text', 64, 'must be an address'],
  ['postgresql://nobody@127.0.0.1:1/elsewhere', 69, 'elsewhere at 127.0.0.1:1 cannot be reached'],
  ['its own', 75, 'in use'],
])('a move of the database to %s is refused before rows are copied', async (to, code, reason) => {
  const directory = await useDirectory();
  vi.stubEnv('PORTAGE_DATA', directory);
  const { url, password } = ownAddress();
  vi.stubEnv('PGPASSWORD', password);
  const outcome = await portage('move-database', to === 'its own' ? url : to);
  expect(outcome).toMatchObject({ code, errors: expect.stringContaining(reason) });
  expect(await fs.readdir(directory)).toEqual([]);
});

/** The test database, with the password separate from the URL. */
function ownAddress(): { url: string; password: string } {
  const url = new URL(readDatabaseEnv().databaseUrl ?? '');
  const { password } = url;
  url.password = '';
  return { url: url.href, password };
}

test('the password of a move is read from a file or standard input, not from the command', async () => {
  const directory = await useDirectory();
  vi.stubEnv('PORTAGE_DATA', directory);
  vi.stubEnv('PGPASSWORD', undefined);
  vi.stubEnv('PGPASSFILE', path.join(directory, 'none'));
  const { url, password } = ownAddress();
  const move = (...words: string[]) => portage('move-database', ...words);
  expect(await move(readDatabaseEnv().databaseUrl ?? '')).toMatchObject({
    code: 64,
    errors: expect.stringContaining('Leave the password out'),
  });
  vi.stubEnv('PGPASSWORD', 'wrong');
  expect(await move(url)).toMatchObject({ code: 69 });
  vi.stubEnv('PGPASSWORD', undefined);

  // The database is reached, and refused because it is in use.
  const file = path.join(directory, 'pgpass');
  await fs.writeFile(file, `*:*:*:*:${password}\n`, { mode: 0o600 });
  vi.stubEnv('PGPASSFILE', file);
  expect(await move(url)).toMatchObject({ code: 75 });
  vi.stubEnv('PGPASSFILE', path.join(directory, 'none'));
  const stdin = vi.spyOn(process, 'stdin', 'get');
  onTestFinished(() => stdin.mockRestore());
  const types = (text: string) =>
    stdin.mockReturnValue(Readable.from([text]) as unknown as typeof process.stdin);
  types(`${password}\n`);
  expect(await move(url, '--password')).toMatchObject({ code: 75 });
  types('');
  expect(await move(url, '--password')).toMatchObject({ code: 64 });
});
