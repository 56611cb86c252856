import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../log.ts';
import { databaseUnreachable, saysDatabaseLost } from '../startup-error.ts';
import { freePort } from '../testing/free-port.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { runPortageHere } from '../testing/use-command-line.ts';
import { isPooledByTransaction, openDatabase, openPool, pingDatabase } from './database.ts';
import { checkSchema, migrate } from './migrate.ts';

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** Runs PgBouncer in front of a new database; returns the address. */
async function runPooler(mode: 'session' | 'transaction', size = 40): Promise<string> {
  const database = await cloneTestDatabase();
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(database.url);
  const target = `host=${hostname} port=${databasePort} user=${username} password=${decodeURIComponent(password)}`;
  const settings = path.join(directory, 'pgbouncer.ini');
  await fs.writeFile(
    settings,
    `[databases]
portage = ${target} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
`,
  );
  await fs.chmod(directory, 0o755);
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn('pgbouncer', [...account, settings], { stdio: 'ignore' });
  onTestFinished(async () => {
    pooler.kill('SIGTERM');
    await new Promise((resolve) => pooler.once('exit', resolve));
    await database.drop();
    await fs.rm(directory, { recursive: true });
  });
  const url = `postgresql://portage@127.0.0.1:${port}/portage`;
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  const isUp = () =>
    pingDatabase(db).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    await setTimeout(50);
  }
  await db.destroy();
  return url;
}

test.runIf(hasPgBouncer)('a pooler by session keeps the limits of statements', async () => {
  const url = await runPooler('session');
  expect(await isPooledByTransaction(url)).toBe(false);
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  await migrate(db);
  expect(await checkSchema(db)).toBe('current');
  const { rows } = await sql`
    select current_setting('statement_timeout') as timeout, current_setting('timezone') as zone`.execute(
    db,
  );
  expect(rows).toEqual([{ timeout: '30s', zone: 'UTC' }]);
  await db.destroy();
});

test.runIf(hasPgBouncer)('a pooler by transaction is recognized', async () => {
  expect(await isPooledByTransaction(await runPooler('transaction'))).toBe(true);
});

test.runIf(hasPgBouncer)('a connection that comes too late stays in the pool', async () => {
  const pool = openPool(await runPooler('session', 1), openLog('silent'), 2);
  const first = await pool.connect();
  first.release();
  pool.options.connectionTimeoutMillis = 1_500;
  const [again, late] = await Promise.allSettled([pool.connect(), pool.connect()]);
  expect(late).toMatchObject({ reason: { message: 'timeout exceeded when trying to connect' } });
  if (again.status === 'fulfilled') again.value.release(true);
  await expect.poll(() => pool.idleCount).toBe(1);
  await pool.end();
});

async function takeOnlySession(): Promise<{ url: string; free: () => Promise<void> }> {
  const url = await runPooler('session', 1);
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('select');
  return { url, free: () => holder.end() };
}

test.runIf(hasPgBouncer)('the start and the log name a pooler with too few sessions', async () => {
  const { url, free } = await takeOnlySession();
  const pool = openPool(url, openLog('silent'), 1);
  pool.hurry(1_500);
  await expect(pool.connect()).rejects.toThrow('default_pool_size');
  await pool.end();
  const error: unknown = await isPooledByTransaction(url, 1_500).catch((thrown: unknown) => thrown);
  expect(saysDatabaseLost(error, (cause) => databaseUnreachable(url, cause))).toMatchObject({
    exitCode: 69,
    message: expect.stringContaining('default_pool_size'),
  });
  await free();
});

test.runIf(hasPgBouncer)('the doctor names a pooler with too few sessions', async () => {
  const { url, free } = await takeOnlySession();
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('PORTAGE_DEV_MAIL', 'on');
  onTestFinished(() => void vi.unstubAllEnvs());
  const doctor = runPortageHere(['doctor']);
  const pooler = new pg.Client(url.replace(/portage$/, 'pgbouncer'));
  await pooler.connect();
  const longestWait = async () => {
    const { rows } = await pooler.query<Record<string, string>>('show pools');
    return Math.max(...rows.map(({ maxwait }) => Number(maxwait)));
  };
  await expect.poll(longestWait, { timeout: 30_000 }).toBeGreaterThan(3);
  await pooler.end();
  await free();
  expect((await doctor).output).toMatch(/^database: .+default_pool_size/);
});

test('a direct database is not mistaken for a pooler', async () => {
  const database = await cloneTestDatabase();
  onTestFinished(() => database.drop());
  expect(await isPooledByTransaction(database.url)).toBe(false);
});
