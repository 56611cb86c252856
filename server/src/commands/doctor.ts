import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { SECOND } from '@portage/contract/time';
import { reason } from '../../../postgres/src/startup-error.ts';
import { ApiError } from '../api-error.ts';
import { systemClock } from '../clock.ts';
import { type Database, readDatabaseClock } from '../db/database.ts';
import { findReplicaFault } from '../db/replica.ts';
import { listRunningServers } from '../db/running-servers.ts';
import { type Env, readEnv } from '../env.ts';
import { openCognito } from '../identity/open-cognito.ts';
import { listJobs } from '../jobs/job-queries.ts';
import { openLog } from '../log.ts';
import { listOutbox } from '../mail/outbox.ts';
import { smtpTransport } from '../mail/smtp-transport.ts';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { publicInternet } from '../outgoing/public-address.ts';
import { openPhotoBucket, openPhotoFiles } from '../photos/photo-store.ts';
import { faultsFound } from '../startup-error.ts';
import { printLines } from './output.ts';
import { existingSecrets, withDatabase } from './with-database.ts';

const HELP = `
It checks settings, database, clock, read replica, keys, mail server, photos, user pool, shop platform,
servers and background jobs. It stores and deletes a picture, and changes nothing else. It exits with
0, or prints one line a fault.`;

/** Milliseconds between this machine and the database. */
const CLOCK_TOLERANCE = 2 * SECOND;
const ANSWER_WITHIN = 3 * SECOND;
const MOST_COUNTED = 1000;

/** Each throws, or returns its fault. */
type Checks = Record<string, () => Promise<string | undefined>>;

async function clockFault(db: Database): Promise<string | undefined> {
  const before = Date.now();
  const now = await readDatabaseClock(db);
  const between = (before + Date.now()) / 2;
  const difference = Math.round(Math.abs((now ?? between) - between));
  if (difference <= CLOCK_TOLERANCE) return undefined;
  return `this machine and the database differ by ${difference} ms; tokens and cutoffs depend on both`;
}

function waitFault(waited: number): string | undefined {
  if (waited < ANSWER_WITHIN) return undefined;
  return `it gave a session after ${Math.round(waited / SECOND)} seconds; a pooler may have too few (default_pool_size of PgBouncer)`;
}

async function jobFault(db: Database): Promise<string | undefined> {
  const failed = await listJobs(db, { failedOnly: true, limit: MOST_COUNTED });
  const over = failed.filter(({ state }) => state === 'gave up').length;
  if (over > 0) return `${over} gave up; see portage jobs list --failed`;
  const [first] = await listJobs(db, { failedOnly: false, limit: 1 });
  const isLate = first && first.state !== 'running' && first.runAt < Date.now() - 300 * SECOND;
  return isLate ? 'one is due for more than five minutes; does a server run?' : undefined;
}

async function mailFault(db: Database, { smtpUrl, from }: Env['mail']) {
  if (smtpUrl !== undefined) {
    const transport = smtpTransport({ url: smtpUrl, from });
    await transport.verify().finally(() => transport.close());
  }
  const lost = await listOutbox(db, { state: 'given up', limit: MOST_COUNTED });
  return lost.length === 0
    ? undefined
    : `${lost.length} were given up within 30 days; see portage mails list --state "given up"`;
}

async function photoFault({ photos, dataDirectory }: Env): Promise<string | undefined> {
  const bucket =
    photos.store === 'files' ? undefined : await openPhotoBucket(photos, openLog('silent'));
  const store = bucket ?? (await openPhotoFiles(dataDirectory));
  const id = uuidv7();
  try {
    await store.put(id, Buffer.from('doctor'));
    const picture = await store.get(id);
    await store.delete(id);
    return picture ? undefined : 'a stored picture is not found';
  } catch (error) {
    const cause = error instanceof ApiError ? error.cause : error;
    return `a picture cannot be stored, read and deleted: ${reason(cause)}`;
  } finally {
    bucket?.close();
  }
}

async function shopFault({ shop, publicUrl }: Env): Promise<string | undefined> {
  if (!shop.credentials) return undefined;
  if (publicUrl === undefined) return 'PORTAGE_PUBLIC_URL is not set, so the platform cannot call';
  const limits = { timeout: 10 * SECOND, maxBytes: 65_536, maxRedirects: 1 };
  const address = `${publicUrl}/healthz`;
  const { status } = await guardedFetch(address, { ...limits, internet: publicInternet });
  return status === 200 ? undefined : `${address} answers ${status}`;
}

async function serverFault(db: Database): Promise<string | undefined> {
  const servers = await listRunningServers(db);
  const versions = new Set(servers.map(({ version }) => version));
  if (servers.length === 0) return 'none runs';
  if (versions.size > 1) return `they run different versions: ${[...versions].join(', ')}`;
  const used = new Set(servers.map(({ encryptsWith }) => encryptsWith));
  return used.size > 1 ? `they encrypt with different keys: ${[...used].join(', ')}` : undefined;
}

const checksOf = (db: Database, env: Env, waited: number): Checks => ({
  database: async () => (env.databaseUrl === undefined ? undefined : waitFault(waited)),
  clock: () => clockFault(db),
  replica: async () =>
    env.replicaUrl === undefined ? undefined : findReplicaFault(db, env.replicaUrl),
  keys: async () => void (await existingSecrets(db, env)),
  servers: () => serverFault(db),
  jobs: () => jobFault(db),
  mails: () => mailFault(db, env.mail),
  photos: () => photoFault(env),
  'user pool': async () => {
    if (env.identity.provider === 'embedded') return undefined;
    await openCognito({ db, clock: systemClock, log: openLog('silent') }, env.identity);
    return undefined;
  },
  'shop platform': () => shopFault(env),
});

async function examine(): Promise<void> {
  const env = readEnv();
  const begun = performance.now();
  await withDatabase(async (db) => {
    const waited = performance.now() - begun;
    const faults: string[] = [];
    for (const [name, check] of Object.entries(checksOf(db, env, waited))) {
      const fault = await check().catch(reason);
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
    }
    await printLines(faults.length === 0 ? ['Everything is well.'] : faults);
    if (faults.length > 0) throw faultsFound(faults.length);
  });
}

export function addDoctorCommand(portage: Command): void {
  portage
    .command('doctor')
    .description('check that everything Portage needs is there and works')
    .addHelpText('after', HELP)
    .action(examine);
}
