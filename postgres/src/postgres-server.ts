import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './postgres-binaries.ts';
import { type Cluster, PORTAGE, POSTGRES_ENVIRONMENT } from './postgres-cluster.ts';
import type { Account } from './postgres-home.ts';

/** Passes settings on the command line, so that upgrades change them. */
function postgresArguments(cluster: Cluster, port: number, durable: boolean): string[] {
  const settings = {
    cluster_name: cluster.name,
    // No socket file: some paths are too long for one.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Twice the default, to keep the index pages of a busy merchant in memory.
    shared_buffers: '256MB',
    // Errors of statements would show their values in the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return ['-D', cluster.directory, ...options];
}

export interface Log {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
}

export interface PostgresServer {
  superuserUrl: string;
  /** Closes open connections after 2 s. */
  stop: () => Promise<void>;
}

/** `words` are its last messages. */
export class PostgresDidNotStart extends Error {
  readonly words: string;

  constructor(words: string) {
    super(`PostgreSQL did not start: ${words}`);
    this.words = words;
  }
}

export interface LaunchOptions {
  cluster: Cluster;
  binaries: Binaries;
  account: Account | undefined;
  durable: boolean;
  log: Log;
  /** Called with its last messages when it ends by itself. */
  onExit: (words: string) => void;
}

/** Resolves when it accepts connections. */
export async function launchPostgres(options: LaunchOptions): Promise<PostgresServer> {
  const { cluster, binaries, account, log } = options;
  const port = await freePort();
  const child = spawn(binaries.postgres, postgresArguments(cluster, port, options.durable), {
    ...account,
    cwd: cluster.directory,
    env: POSTGRES_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal must not reach it: the server first ends its own work.
    detached: true,
  });
  const lastWords = listen(child, log);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  child.once('error', () => end());
  child.once('exit', () => end());

  const cutAndEnd = () => child.kill('SIGINT');
  process.once('exit', cutAndEnd);
  void ended.then(() => process.removeListener('exit', cutAndEnd));

  if (!(await becomesReady(child, cluster, log, ended))) {
    throw new PostgresDidNotStart(await lastWords(500));
  }

  let stopping = false;
  void ended.then(async () => {
    // Soon: queries fail from now on, with less clear messages.
    if (!stopping) options.onExit(await lastWords(10));
  });

  return {
    superuserUrl: `postgresql://${PORTAGE}:${cluster.password}@127.0.0.1:${port}/${PORTAGE}`,
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      // A pool resolves its end before its sockets are closed.
      const grace = setTimeout(cutAndEnd, 2_000);
      await ended;
      clearTimeout(grace);
    },
  };
}

/** Returns a function that describes its end. */
function listen(child: ChildProcess, log: Log): (patience: number) => Promise<string> {
  const reasons: string[] = [];
  let ending = '';
  child.once('error', ({ message }) => (ending = message));
  child.once('exit', (code, signal) => (ending = `ended with ${signal ?? `code ${code ?? '?'}`}`));

  const lines = child.stderr ? createInterface({ input: child.stderr }) : undefined;
  lines?.on('line', (line) => {
    if (line.startsWith('LOG:')) {
      log.info({ source: 'postgres' }, line);
    } else {
      log.warn({ source: 'postgres' }, line);
      reasons.push(line);
      if (reasons.length > 5) reasons.shift();
    }
  });
  return async (patience) => {
    // Sessions that outlive PostgreSQL keep the pipe open.
    if (lines) await Promise.race([once(lines, 'close'), sleep(patience)]);
    return [ending, ...reasons].join(' · ');
  };
}

/** False if it ends. Without a limit: recovery may take minutes. */
async function becomesReady(
  child: ChildProcess,
  cluster: Cluster,
  log: Log,
  ended: Promise<void>,
): Promise<boolean> {
  const pidFile = path.join(cluster.directory, 'postmaster.pid');
  const patience = setTimeout(() => {
    log.warn({}, 'The database is still starting; after a crash it first repairs itself.');
  }, 5_000);
  try {
    for (;;) {
      const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
      if (await Promise.race([sleep(25, false), ended.then(() => true)])) return false;
    }
  } finally {
    clearTimeout(patience);
  }
}

/** Another program may still take it first. */
async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
