import { execFile } from 'node:child_process';
import { open, rename, rm, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished, test } from 'vitest';
import { openPool } from '../server/src/db/database.ts';
import { openLog } from '../server/src/log.ts';
import type { ServerHome } from '../server/src/testing/server-home.ts';
import { runScenario, skipScenario } from './scenario.ts';
import { openStage, type SharedDatabase } from './stage.ts';

const run = promisify(execFile);

test('the embedded database is killed', async (context) => {
  const stage = await openStage({ database: 'own' });
  await runScenario(stage, context, {
    done: 'One server with its embedded PostgreSQL, as `npm start` runs it, under a supervisor that starts it again a second after it ended. Three times: `kill -9` of PostgreSQL, then of the server, then of both.',
    async trouble() {
      const [server] = stage.servers;
      for (const victims of ['database', 'server', 'both']) {
        if (victims !== 'database') await setTimeout(3_000);
        if (victims !== 'server') process.kill(await stage.home.postmasterPid(), 'SIGKILL');
        if (victims !== 'database') server?.kill();
        await server?.ended();
        await server?.ready();
      }
    },
  });
});

test('the shared database is killed and comes back', async (context) => {
  const stage = await openStage({ database: 'shared' });
  await runScenario(stage, context, {
    done: 'Two servers on one `DATABASE_URL`. Twice: `kill -9` of PostgreSQL, which comes back after five seconds. The servers keep running.',
    async trouble() {
      for (const pause of [3_000, 0]) {
        await stage.database?.kill();
        await setTimeout(5_000);
        await stage.database?.start();
        await setTimeout(pause);
      }
    },
  });
});

/** Bytes left on the small disk before the trouble. */
const ROOM = 96 * 2 ** 20;

/** Moves the data directory to a small disk until the test has finished. */
async function useSmallDisk({ directory }: ServerHome): Promise<void> {
  const { stdout } = await run('du', ['-sb', directory]);
  const size = Number.parseInt(stdout, 10) + ROOM;
  await rename(directory, `${directory}-before`);
  await mkdir(directory);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', directory]);
  onTestFinished(async () => void (await run('umount', ['--lazy', directory])));
  await run('cp', ['-a', `${directory}-before/.`, directory]);
}

/** Fills the disk; returns a function that frees it. */
async function fillDisk(directory: string): Promise<() => Promise<void>> {
  const name = path.join(directory, 'ballast');
  const file = await open(name, 'w');
  for (const size of [2 ** 20, 2 ** 16, 2 ** 12]) {
    for (let hasRoom = true; hasRoom;) {
      hasRoom = await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      );
    }
  }
  await file.close();
  return () => rm(name);
}

test('the disk is full', async (context) => {
  const canMount = await run('sh', [
    '-c',
    'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d',
  ]).then(
    () => true,
    () => false,
  );
  if (!canMount) skipScenario(context, 'a small disk can be mounted only by root');
  const stage = await openStage({ database: 'own', prepare: useSmallDisk });
  await runScenario(stage, context, {
    done: 'One server with its embedded PostgreSQL and its photos on a disk of its own (tmpfs), under a supervisor. The disk is filled to its last page for fifteen seconds.',
    async trouble() {
      const makeRoom = await fillDisk(stage.home.directory);
      await setTimeout(15_000);
      await makeRoom();
      return [`The server was started ${stage.servers[0]?.starts} times in all.`];
    },
  });
});

const connectTo = (pool: ReturnType<typeof openPool>) => pool.connect();

type Client = Awaited<ReturnType<typeof connectTo>>;

/** PostgreSQL's default. */
const MOST_CONNECTIONS = 100;

/** Each round takes connections that the servers lost; each refusal costs a process. */
const ATTEMPTS = 15;

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Takes all of the database's connections for some milliseconds. */
async function exhaustConnections({ directUrl }: SharedDatabase, duration: number): Promise<void> {
  const pool = openPool(directUrl(), openLog('silent'), 200);
  try {
    const held: Client[] = [];
    const pids: number[] = [];
    const take = async () => {
      const client = await connectTo(pool).catch(() => undefined);
      if (!client) return;
      held.push(client);
      pids.push(await backendOf(client));
    };
    await Promise.all(Array.from({ length: MOST_CONNECTIONS }, take));
    const end = performance.now() + duration;
    while (performance.now() < end) {
      // Ends the servers' own, so that they need new ones while all are taken.
      const ended = held[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> all ($1)`,
        [pids],
      );
      await Promise.all([ended, ...Array.from({ length: ATTEMPTS }, take)]);
      await setTimeout(100);
    }
    for (const client of held) client.release();
  } finally {
    await pool.end();
  }
}

test('the database has no free connection', async (context) => {
  const stage = await openStage({ database: 'shared' });
  const { database } = stage;
  await runScenario(stage, context, {
    done: 'Two servers on one `DATABASE_URL`. Another program takes all connections of PostgreSQL, those of the servers are ended, and none is to be had for ten seconds.',
    trouble: async () => database && exhaustConnections(database, 10_000),
  });
});

test('the network to the database is slow', async (context) => {
  const stage = await openStage({ database: 'shared' });
  await runScenario(stage, context, {
    done: 'Two servers on one `DATABASE_URL`. For fifteen seconds every packet between them and PostgreSQL takes 100 ms, each way.',
    async trouble() {
      const { link } = stage.database ?? {};
      if (!link) return;
      link.delay = 100;
      await setTimeout(15_000);
      link.delay = 0;
    },
  });
});

test('the network to the database drops all packets, then all connections', async (context) => {
  const stage = await openStage({ database: 'shared' });
  await runScenario(stage, context, {
    done: 'Two servers on one `DATABASE_URL`. For ten seconds no packet passes between them and PostgreSQL. Then new connections work; the old ones stay silent for ever, as after a switch of routers: neither side is told that they are gone.',
    async trouble() {
      const { link } = stage.database ?? {};
      await link?.set('silent');
      await setTimeout(10_000);
      link?.forget();
      await link?.set('up');
    },
  });
});
