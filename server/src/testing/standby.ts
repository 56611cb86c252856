import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import { postgresBinaries } from '../../../postgres/src/postgres-binaries.ts';
import { POSTGRES_ENVIRONMENT } from '../../../postgres/src/postgres-cluster.ts';
import { openHome } from '../../../postgres/src/postgres-home.ts';
import { copyDataDirectory } from '../../../postgres/src/testing/data-directory.ts';
import { freePort } from './free-port.ts';
import type { ServerHome } from './server-home.ts';

/** Runs statements as the superuser, and gives their rows. */
type Ask = (statement: string) => Promise<Record<string, unknown>[]>;

interface Standby {
  url: string;
  ask: Ask;
  start: () => Promise<void>;
  kill: () => Promise<void>;
}

export interface Replicated {
  url: string;
  ask: Ask;
  standby: Standby;
  stop: () => Promise<void>;
}

const askAt =
  (url: string): Ask =>
  async (statement) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };

/** Starts the home's database and a streaming standby of it, a copy of its stopped files. */
export async function startReplicated(home: ServerHome): Promise<Replicated> {
  const copy = path.join(path.dirname(home.directory), 'standby');
  await copyDataDirectory(home.directory, copy);
  const primary = await startEmbeddedPostgres({
    dataDirectory: home.directory,
    log: { info: () => undefined, warn: () => undefined },
  });
  const password = await fs.readFile(path.join(home.directory, 'postgres', 'password'), 'utf8');
  const ofSuperuser = new URL(primary.url);
  ofSuperuser.username = 'portage';
  ofSuperuser.password = password;
  const standby = await startStandby(copy, { primaryUrl: primary.url, ofSuperuser });
  return {
    url: primary.url,
    ask: askAt(ofSuperuser.href),
    standby,
    async stop() {
      await standby.kill();
      await primary.stop();
    },
  };
}

async function startStandby(
  dataDirectory: string,
  { primaryUrl, ofSuperuser }: { primaryUrl: string; ofSuperuser: URL },
): Promise<Standby> {
  const { directory, account } = await openHome(dataDirectory);
  const { postgres } = await postgresBinaries(account);
  const cluster = path.join(directory, 'cluster');
  await fs.writeFile(path.join(cluster, 'standby.signal'), '');
  const { hostname, port, username, password } = ofSuperuser;
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await fs.appendFile(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${source}'\n`,
  );
  const ownPort = String(await freePort());
  const at = (address: string | URL) => Object.assign(new URL(address), { port: ownPort }).href;
  const ask = askAt(at(ofSuperuser));
  const settings = [`port=${ownPort}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    // Immediate shutdown: connections break as in a crash, and no process is left.
    child.kill('SIGQUIT');
    await once(child, 'exit');
  }

  async function start(): Promise<void> {
    child = spawn(postgres, ['-D', cluster, ...settings.flatMap((one) => ['-c', one])], {
      ...account,
      cwd: cluster,
      env: POSTGRES_ENVIRONMENT,
      stdio: 'ignore',
    });
    while (!(await ask('select').catch(() => undefined))) await setTimeout(50);
  }

  await start();
  return { url: at(primaryUrl), ask, start, kill };
}
