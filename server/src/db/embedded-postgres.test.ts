import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const log = { info: () => undefined, warn: () => undefined };

// Each test starts databases several times, with every write flushed to disk.
vi.setConfig({ testTimeout: 60_000 });

let made: string;
let dataDirectory: string;

beforeAll(async () => {
  const parent = await makeParent();
  made = path.join(parent, 'made');
  const { stop } = await startEmbeddedPostgres({ dataDirectory: made, log });
  await stop();
  return () => fs.rm(parent, { recursive: true });
});

beforeEach(async ({ onTestFinished }) => {
  const parent = await makeParent();
  dataDirectory = path.join(parent, 'data');
  // The last of a test's own clean-ups, which run in reverse order.
  onTestFinished(() => fs.rm(parent, { recursive: true }));
});

describe('a first start', () => {
  it('makes a database that keeps what is written over a stop and a start', async () => {
    const first = await start();
    await query(first.url, 'create table notes (text text)');
    await query(first.url, `insert into notes values ('Grüße, 北京')`);
    await first.stop();

    const second = await start();
    expect(await query(second.url, 'select text from notes')).toEqual([{ text: 'Grüße, 北京' }]);
  });

  it('killed half-way is made up for by the next', async () => {
    const server = startProcess();
    const home = path.join(dataDirectory, 'postgres');
    await vi.waitFor(
      async () => {
        const names = await fs.readdir(home);
        const unfinished = names.find((name) => name.startsWith('unfinished-'));
        expect(await fs.readdir(path.join(home, String(unfinished)))).toContain('base');
      },
      { interval: 1, timeout: 10_000 },
    );
    await server.kill();
    expect(await fs.readdir(home)).not.toContain('cluster');

    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('may make a throwaway one, which is not durable and is removed when stopped', async () => {
    const { url, stop } = await start({ durable: false });
    expect(await setting(url, 'fsync')).toBe('off');
    await stop();
    expect(await fs.readdir(path.join(dataDirectory))).toEqual([]);
  });

  it.runIf(isRoot)(
    'makes it elsewhere, behind a link, when its account cannot reach the place',
    async () => {
      await fs.chmod(path.dirname(dataDirectory), 0o700);
      const first = await start();
      const target = await fs.readlink(path.join(dataDirectory, 'postgres'));
      onTestFinished(() => fs.rm(target, { recursive: true }));
      expect(target).toMatch(/^\/var\/lib\/portage\/data-/);
      await query(first.url, 'create table notes (text text)');
      await first.stop();

      const second = await start();
      expect(await query(second.url, 'select from notes')).toEqual([]);
      await second.stop();

      await fs.rename(target, `${target}-away`);
      expect(await refusal()).toMatchObject({
        message: expect.stringContaining(`it is a link to ${target}, which is gone`),
        exitCode: 65,
      });
      await fs.rename(`${target}-away`, target);
    },
  );
});

describe('a running database', () => {
  beforeEach(copyDatabase);

  it('is durable, in UTF-8 and UTC, and sorts the same on every machine', async () => {
    const { url } = await start();
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

  it('answers this machine only, and who knows a password only its owner can read', async () => {
    const { url } = await start();
    expect(await setting(url, 'listen_addresses')).toBe('127.0.0.1');

    const guess = new URL(url);
    guess.password = 'guess';
    await expect(query(guess.href, 'select')).rejects.toThrow('password authentication failed');
    const { mode } = await fs.stat(path.join(dataDirectory, 'postgres', 'password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('lets open connections end when stopped, and cuts those that do not', async () => {
    const { url, stop } = await start();
    const clients = [1, 2].map(() => new pg.Client({ connectionString: url }));
    const [polite, idle] = clients;
    const cut = new Promise<Error>((resolve) => idle?.on('error', resolve));
    await Promise.all(clients.map((client) => client.connect()));

    const stopped = stop();
    await vi.waitFor(() => expect(query(url, 'select')).rejects.toThrow('is shutting down'), {
      timeout: 15_000,
    });
    expect((await polite?.query('select 1 as one'))?.rows).toEqual([{ one: 1 }]);
    await polite?.end();
    expect((await cut).message).toMatch('terminating connection');
    await stopped;
  });

  it('leaves no process behind when stopped', async () => {
    const { stop } = await start();
    const pid = await postmasterPid();
    await stop();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a second server on the same data directory', () => {
  beforeEach(copyDatabase);

  it('is refused, and the first goes on', async () => {
    const { url } = await start();
    expect(await refusal()).toMatchObject({
      message: expect.stringMatching(/^Another Portage is running on the data directory/),
      exitCode: 75,
    });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is refused also when all start at once, in processes of their own', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => startProcess().outcome));
    expect(outcomes.filter((words) => words.startsWith('postgresql://'))).toHaveLength(1);
    expect(outcomes.filter((words) => words.startsWith('Another Portage is'))).toHaveLength(2);
  });
});

describe('after kill -9 in the middle of writing', () => {
  beforeEach(copyDatabase);

  it('of the server, the database left running is taken over with every row', async () => {
    const server = startProcess();
    const url = await server.outcome;
    const written = await writeUntilItFails(url, async () => {
      await server.kill();
      // The database goes on answering: only the next start ends it.
      await query(
        url,
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      );
    });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);

    const next = await start();
    await expect(query(url, 'select 1 as one')).rejects.toThrow('ECONNREFUSED');
    expect(await rowsOf(next.url)).toEqual(expect.arrayContaining(written));
  });

  it('of the database, the server says so, and the next start repairs it', async () => {
    const onExit = vi.fn<(error: StartupError) => void>();
    const { url, stop } = await start({ onExit });
    const written = await writeUntilItFails(url, async () => {
      process.kill(await postmasterPid(), 'SIGKILL');
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

    const next = await start();
    expect(await rowsOf(next.url)).toEqual(expect.arrayContaining(written));
  });

  it('of both, the next start repairs it', async () => {
    const server = startProcess();
    const written = await writeUntilItFails(await server.outcome, async () => {
      process.kill(await postmasterPid(), 'SIGKILL');
      await server.kill();
    });

    const next = await start();
    expect(await rowsOf(next.url)).toEqual(expect.arrayContaining(written));
  });

  it('of both, a session too busy to notice does not stop the next start', async () => {
    const server = startProcess();
    const url = await server.outcome;
    const busy = query(url, 'do $$ begin loop end loop; end $$').catch(() => undefined);
    await vi.waitFor(
      async () => {
        const rows = await query(url, `select from pg_stat_activity where query like 'do %loop%'`);
        expect(rows).not.toEqual([]);
      },
      { timeout: 15_000 },
    );
    process.kill(await postmasterPid(), 'SIGKILL');
    await server.kill();

    const next = await start();
    await busy;
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a process number that now is another program’s does not matter', async () => {
    const { stop } = await start();
    const pidFile = path.join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid');
    const left = await fs.readFile(pidFile, 'utf8');
    await stop();
    await fs.writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));

    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a data directory that cannot be used', () => {
  it('is refused when it cannot be written', async () => {
    await fs.writeFile(dataDirectory, 'a file');
    dataDirectory = path.join(dataDirectory, 'below');
    expect(await refusal()).toMatchObject({
      message: expect.stringMatching(/^The data directory .*below cannot be written: ENOTDIR/),
      exitCode: 73,
    });
  });

  it('is refused, and left as it is, when its database is of another version', async () => {
    const cluster = path.join(dataDirectory, 'postgres', 'cluster');
    await fs.mkdir(cluster, { recursive: true });
    await fs.writeFile(path.join(cluster, 'PG_VERSION'), '15\n');
    expect(await refusal()).toMatchObject({
      message: expect.stringMatching(/it is of PostgreSQL 15, and this is PostgreSQL \d+/),
      exitCode: 65,
    });
    expect(await fs.readdir(cluster)).toEqual(['PG_VERSION']);
  });

  it('is refused, and left as it is, when something else is where the database should be', async () => {
    const cluster = path.join(dataDirectory, 'postgres', 'cluster');
    await fs.mkdir(cluster, { recursive: true });
    await fs.writeFile(path.join(cluster, 'letter.txt'), 'Dear …');
    expect(await refusal()).toMatchObject({
      message: expect.stringContaining('it is not a database directory'),
      exitCode: 65,
    });
    expect(await fs.readdir(cluster)).toEqual(['letter.txt']);
  });
});

async function makeParent(): Promise<string> {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'portage test '));
  await fs.chmod(parent, 0o755); // as a checkout would be, within reach of every account
  return parent;
}

/** Puts a database in place that has been started before, which is quicker than making one. */
async function copyDatabase(): Promise<void> {
  await promisify(execFile)('cp', ['-a', made, dataDirectory]);
}

/** Starts in this process; stopped at the end of the test, at the latest. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}) {
  const server = await startEmbeddedPostgres({ dataDirectory, log, ...options });
  onTestFinished(server.stop);
  return server;
}

/** Expects the start to be refused, and returns the refusal. */
async function refusal(): Promise<StartupError> {
  const error = await start().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof StartupError) return error;
  throw new Error('The start was not refused', { cause: error });
}

/** Starts in a process of its own, which can be killed. Its outcome is the address or the error. */
function startProcess(): { outcome: Promise<string>; kill: () => Promise<void> } {
  const module = new URL('embedded-postgres.ts', import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
       const log = { info() {}, warn() {} };
       const dataDirectory = ${JSON.stringify(dataDirectory)};
       await startEmbeddedPostgres({ dataDirectory, log }).then(
         (server) => console.log(server.url),
         (error) => console.log(error.message),
       );`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(async () => {
    await kill();
    await stopOrphan();
  });
  return { outcome: firstLine(child), kill };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('No output to read');
  for await (const line of createInterface({ input: child.stdout })) return line;
  return '';
}

/** Ends the database of a killed process, as the next start would. */
async function stopOrphan(): Promise<void> {
  const pid = await postmasterPid().catch(() => undefined);
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  await vi.waitFor(() => expect(postmasterPid()).rejects.toThrow('ENOENT'), { timeout: 10_000 });
}

/** Writes rows one after the other, interrupts that, and returns the rows acknowledged. */
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
  await vi.waitFor(
    () => {
      expect(acknowledged.length).toBeGreaterThan(20);
    },
    { timeout: 15_000 },
  );
  await interrupt();
  expect(await failure).toBeInstanceOf(Error);
  return acknowledged;
}

async function rowsOf(url: string): Promise<unknown[]> {
  return (await query(url, 'select id from rows')).map(({ id }) => id);
}

async function setting(url: string, name: string): Promise<unknown> {
  return (await query(url, `select current_setting('${name}') as value`))[0]?.['value'];
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  const file = path.join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await fs.readFile(file, 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
