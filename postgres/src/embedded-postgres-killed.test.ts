import * as fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { StartupError } from './startup-error.ts';
import { useDatabaseHome } from './testing/database-home.ts';
import { query } from './testing/query-database.ts';

const home = useDatabaseHome({ hasDatabase: true });

describe('after kill -9 in the middle of writing', () => {
  it('of the server, the running database is taken over with every row', async () => {
    const server = home.startProcess();
    const url = await server.outcome;
    const written = await writeUntilItFails(url, async () => {
      await server.kill();
      // The database keeps answering until the next start ends it.
      await query(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = current_user and pid <> pg_backend_pid()`,
      );
    });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);

    const next = await home.start();
    await expect(query(url, 'select 1 as one')).rejects.toThrow('ECONNREFUSED');
    expect(await rowsOf(next.url)).toEqual(expect.arrayContaining(written));
  });

  it('of the database, the server reports it, and the next start repairs it', async () => {
    const onExit = vi.fn<(error: StartupError) => void>();
    const { url, stop } = await home.start({ onExit });
    const written = await writeUntilItFails(url, async () => {
      process.kill(await home.postmasterPid(), 'SIGKILL');
    });
    await vi.waitFor(
      () => {
        expect(onExit).toHaveBeenCalledOnce();
      },
      { timeout: 15_000 },
    );
    expect(onExit.mock.calls[0]?.[0]).toMatchObject({
      message: expect.stringContaining('has stopped by itself'),
      exitCode: 70,
    });
    await stop();

    const next = await home.start();
    expect(await rowsOf(next.url)).toEqual(expect.arrayContaining(written));
  });

  it('of both, the next start repairs it despite a session too busy to notice', async () => {
    const server = home.startProcess();
    const url = await server.outcome;
    const busy = query(url, 'do $$ begin loop end loop; end $$').catch(() => undefined);
    await vi.waitFor(
      async () => {
        const rows = await query(url, `select from pg_stat_activity where query like 'do %loop%'`);
        expect(rows).not.toEqual([]);
      },
      { timeout: 15_000 },
    );
    const written = await writeUntilItFails(url, async () => {
      process.kill(await home.postmasterPid(), 'SIGKILL');
      await server.kill();
    });

    const next = await home.start();
    await busy;
    expect(await rowsOf(next.url)).toEqual(expect.arrayContaining(written));
  });

  it('a process id reused by another program does not matter', async () => {
    const { stop } = await home.start();
    const pidFile = path.join(home.directory, 'postgres', 'cluster', 'postmaster.pid');
    const left = await fs.readFile(pidFile, 'utf8');
    await stop();
    await fs.writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));

    const { url } = await home.start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

async function writeUntilItFails(url: string, interrupt: () => Promise<void>): Promise<number[]> {
  await query(url, 'create table rows (id int)');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();

  const acknowledged: number[] = [];
  const write = async () => {
    for (let id = 1; ; id++) {
      await client.query('insert into rows values ($1)', [id]);
      acknowledged.push(id);
    }
  };
  const failure = write().catch((error: unknown) => error);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await interrupt();
  expect(await failure).toBeInstanceOf(Error);
  return acknowledged;
}

async function rowsOf(url: string): Promise<unknown[]> {
  return (await query(url, 'select id from rows')).map(({ id }) => id);
}
