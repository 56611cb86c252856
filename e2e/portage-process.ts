import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';
import { runningPostgresUrl } from '../postgres/src/find-database.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { NODE_CACHE } from '../server/src/testing/server-process.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Creating the demo's 2,500 orders takes most of it, on a machine that may be busy. */
const START_SECONDS = 180;

/**
 * Starts the product once per run like `npm start`, on its own data directory. Gives the tests its
 * address and database; returns a function that stops and deletes it.
 */
async function startPortage(config: FullConfig): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'portage-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn('node', ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...NODE_CACHE,
      ...SETTINGS,
      PORTAGE_DATA: directory,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputDirectory = config.projects[0]?.outputDir ?? directory;
  const words = await keepWords(server, path.join(outputDirectory, 'portage.log'));

  async function stop(): Promise<void> {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    const database = await realpath(path.join(directory, 'postgres')).catch(() => directory);
    for (const place of [database, directory]) await rm(place, { recursive: true, force: true });
    const errors = words().filter((line) => /"level":[56]0|MaxListenersExceeded/.test(line));
    if (errors.length > 0) throw new Error(`Portage logged errors:\n${errors.join('\n')}`);
  }

  try {
    await untilReady(server, `${url}/readyz`);
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`Portage did not start:\n${words().join('\n')}`, { cause: error });
  }
  process.env['PORTAGE_E2E_URL'] = url;
  process.env['PORTAGE_E2E_DATABASE'] = (await runningPostgresUrl(directory)) ?? '';
  return stop;
}

/** Ignores the caller's own Portage settings. */
const SETTINGS = {
  DATABASE_URL: '',
  PORTAGE_DEMO: '',
  PORTAGE_API_URL: '',
  PORTAGE_PUBLIC_URL: '',
  PORTAGE_LOG_LEVEL: 'warn',
  PORTAGE_HOST: '127.0.0.1',
};

/** Writes the server's output to a file; returns a function that reads its lines so far. */
async function keepWords(server: ChildProcess, file: string): Promise<() => string[]> {
  await mkdir(path.dirname(file), { recursive: true });
  const log = createWriteStream(file);
  let text = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      log.write(chunk);
    });
  }
  return () => text.split('\n');
}

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  const tooLate = AbortSignal.timeout(START_SECONDS * 1000);
  while (!(await fetch(address).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`);
    if (tooLate.aborted) throw new Error(`It was not ready after ${START_SECONDS} s.`);
    await sleep(100);
  }
}

// oxlint-disable-next-line import/no-default-export -- the form in which Playwright takes a global set-up
export default startPortage;
