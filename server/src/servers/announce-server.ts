import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import {
  deleteRunningServer,
  type RunningServer,
  saveRunningServer,
} from '../db/running-servers.ts';
import type { Deps } from '../deps.ts';
import { type SecretDeps, useStoredVersion } from '../secrets/get-secret.ts';
import { SecretUnreadable } from '../secrets/secrets.ts';

/** Time between announcements, in ms. */
const INTERVAL = 10_000;

/** Announces a server with its keys, and takes up the version that the database uses. */
export async function announceServer(
  deps: SecretDeps,
  server: Pick<RunningServer, 'id' | 'name' | 'version'>,
): Promise<void> {
  const keyVersions = deps.secrets.versions();
  const encryptsWith = await useStoredVersion(deps).catch((error: unknown) => {
    if (error instanceof SecretUnreadable) return deps.secrets.versionInUse();
    throw error;
  });
  await saveRunningServer(deps.db, { ...server, keyVersions, encryptsWith });
}

/** Announces this server every ten seconds until stopped. Throws when the first time fails. */
export async function keepAnnouncing(
  deps: Pick<Deps, 'db' | 'secrets' | 'log'>,
  { port, version }: { port: number; version: string },
): Promise<{ stop(): Promise<void> }> {
  const server = { id: randomUUID(), name: `${os.hostname()}:${port}`, version };
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keep(): Promise<void> {
    for (;;) {
      await setTimeout(INTERVAL, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await announceServer(deps, server).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'this server could not announce itself');
      });
    }
  }

  await announceServer(deps, server);
  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
      await deleteRunningServer(deps.db, server.id).catch(() => undefined);
    },
  };
}
