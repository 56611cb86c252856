import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** Caches compiled sources between test processes, which halves a start. */
export const NODE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../node_modules/.cache/node'),
};

export interface ServerProcess {
  process: ChildProcess;
  address: string;
  /** Resolves when it listens; rejects if it ends before. */
  listening: Promise<void>;
  /** Exit code (null after a kill) and standard error. */
  ended: Promise<{ code: number | null; errors: string }>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Starts the product on a free port without demo data, until the test ends. */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
    env: {
      PATH: path.dirname(process.execPath),
      ...NODE_CACHE,
      PORT: String(port),
      PORTAGE_HOST: '127.0.0.1',
      PORTAGE_DEMO: 'off',
      PORTAGE_DEV_MAIL: 'on',
      PORTAGE_LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = (async () => {
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { code: child.exitCode, errors };
  })();
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (words: Buffer) => {
      if (words.includes('Portage is at')) resolve();
    });
    void ended.then(({ errors }) => {
      reject(new Error(`The server ended: ${errors}`));
    });
  });
  listening.catch(() => undefined); // for tests in which it must end
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { process: child, address: `http://127.0.0.1:${port}`, listening, ended };
}

export function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not on a port');
  return address.port;
}
