import * as fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { isAlive, useDatabaseHome } from './testing/database-home.ts';
import { query, setting } from './testing/query-database.ts';

const home = useDatabaseHome({ hasDatabase: true });

describe('a running database', () => {
  it('is durable, in UTF-8 and UTC, and sorts the same on every machine', async () => {
    const { url } = await home.start();
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
      expect(await setting(url, name), name).toBe('on');
    }
    expect(await setting(url, 'server_encoding')).toBe('UTF8');
    expect(await setting(url, 'timezone')).toBe('UTC');
    expect(
      await query(
        url,
        `select datlocale, upper('é') from pg_database where datname = current_database()`,
      ),
    ).toEqual([{ datlocale: 'C.UTF-8', upper: 'É' }]);
  });

  it('accepts only this machine, with a password that only its owner can read', async () => {
    const { url } = await home.start();
    expect(await setting(url, 'listen_addresses')).toBe('127.0.0.1');

    const guess = new URL(url);
    guess.password = 'guess';
    await expect(query(guess.href, 'select')).rejects.toThrow('password authentication failed');
    const { mode } = await fs.stat(path.join(home.directory, 'postgres', 'password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('lets open connections end when stopped, cuts those that do not, and leaves no process', async () => {
    const { url, stop } = await home.start();
    const clients = [1, 2].map(() => new pg.Client({ connectionString: url }));
    const [polite, idle] = clients;
    const cut = new Promise<Error>((resolve) => idle?.on('error', resolve));
    await Promise.all(clients.map((client) => client.connect()));
    const pid = await home.postmasterPid();

    const stopped = stop();
    await vi.waitFor(() => expect(query(url, 'select')).rejects.toThrow('is shutting down'), {
      timeout: 15_000,
    });
    expect((await polite?.query('select 1 as one'))?.rows).toEqual([{ one: 1 }]);
    await polite?.end();
    expect((await cut).message).toMatch('terminating connection');
    await stopped;
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a second server on the same data directory', () => {
  it('is refused while the first keeps running', async () => {
    const { url } = await home.start();
    expect(await home.startError()).toMatchObject({
      message: expect.stringMatching(/^Another Portage is running on the data directory/),
      exitCode: 75,
    });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is also refused when all start at once, in separate processes', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => home.startProcess().outcome));
    expect(outcomes.filter((words) => words.startsWith('postgresql://'))).toHaveLength(1);
    expect(outcomes.filter((words) => words.startsWith('Another Portage is'))).toHaveLength(2);
  });
});
