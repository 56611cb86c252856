import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../embedded-postgres.ts';
import { StartupError } from '../startup-error.ts';
import { copyMadeDataDirectory } from './data-directory.ts';
import { makeReachableDirectory } from './reachable-directory.ts';

const log = { info: () => undefined, warn: () => undefined };

interface DatabaseHome {
  directory: string;
  /** Starts in this process; stopped at the end of the test, at the latest. */
  start: (options?: Partial<EmbeddedPostgresOptions>) => Promise<EmbeddedPostgres>;
  startError: () => Promise<StartupError>;
  /** Starts in a process of its own, which can be killed. Its outcome is the address or the error. */
  startProcess: () => { outcome: Promise<string>; kill: () => Promise<void> };
  /** The process number of the database; rejects while none runs. */
  postmasterPid: () => Promise<number>;
}

/**
 * A data directory for each test of a file: empty, or with a database that has been started before.
 * Call it at the top of the file.
 */
export function useDatabaseHome({ hasDatabase }: { hasDatabase: boolean }): DatabaseHome {
  beforeEach(async ({ onTestFinished }) => {
    const parent = await makeReachableDirectory();
    home.directory = path.join(parent, 'data');
    // The last of a test's own clean-ups, which run in reverse order.
    onTestFinished(() => fs.rm(parent, { recursive: true }));
    if (hasDatabase) await copyMadeDataDirectory(home.directory);
  });

  const home: DatabaseHome = {
    directory: '',
    async start(options = {}) {
      const server = await startEmbeddedPostgres({
        dataDirectory: home.directory,
        log,
        ...options,
      });
      onTestFinished(server.stop);
      return server;
    },
    async startError() {
      const error = await home.start().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (error instanceof StartupError) return error;
      throw new Error('The start was not refused', { cause: error });
    },
    startProcess() {
      const child = spawnOn(home.directory);
      const exited = once(child, 'exit');
      const kill = async () => {
        child.kill('SIGKILL');
        await exited;
      };
      onTestFinished(async () => {
        await kill();
        await stopOrphan(home);
      });
      return { outcome: firstLine(child), kill };
    },
    async postmasterPid() {
      const file = path.join(home.directory, 'postgres', 'cluster', 'postmaster.pid');
      return Number.parseInt(await fs.readFile(file, 'utf8'), 10);
    },
  };
  return home;
}

function spawnOn(dataDirectory: string): ChildProcess {
  const module = new URL('../embedded-postgres.ts', import.meta.url).href;
  return spawn(
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
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('No output to read');
  for await (const line of createInterface({ input: child.stdout })) return line;
  return '';
}

async function stopOrphan({ postmasterPid }: DatabaseHome): Promise<void> {
  const pid = await postmasterPid().catch(() => undefined);
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  await vi.waitFor(() => expect(postmasterPid()).rejects.toThrow('ENOENT'), { timeout: 10_000 });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
