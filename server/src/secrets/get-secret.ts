import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Executor } from '../db/database.ts';
import { listRunningServers, type RunningServer } from '../db/running-servers.ts';
import type { Deps } from '../deps.ts';
import {
  findSecret,
  insertSecret,
  listEncryptedOtherwise,
  listJobsEncryptedOtherwise,
  replaceEncrypted,
  replaceInJob,
} from './secret-queries.ts';
import { ENCRYPTED_COLUMNS, type EncryptedRow, type EncryptedTable, versionOf } from './secrets.ts';

const BATCH = 500;

const tables = Object.keys(ENCRYPTED_COLUMNS) as EncryptedTable[];

interface Rotation {
  /** Version of the key that now encrypts everything. */
  version: number;
  /** Values encrypted again. */
  count: number;
}

/** Some running servers lack a key, so that it cannot be used yet. */
export class KeyNotEverywhere extends Error {
  readonly version: number;
  /** Names of the servers. */
  readonly servers: readonly string[];

  constructor(version: number, servers: readonly string[]) {
    super(`Key version ${version} is missing on ${servers.join(', ')}`);
    this.version = version;
    this.servers = servers;
  }
}

/** Seconds in which every running server repeats its announcement. */
const PATIENCE = 25;

const aSecond = () => setTimeout(1000);

/**
 * Encrypts every value with the newest key once all servers hold it; adds one first if Portage
 * keeps them. Repeatable. Throws `SecretUnreadable` for a missing key, and `KeyNotEverywhere`.
 */
export async function rotateSecrets(deps: SecretDeps, wait = aSecond): Promise<Rotation> {
  const { db, secrets } = deps;
  const inUse = await useStoredVersion(deps);
  // Adding drops the key before: an interrupted rotation may need it.
  const isNewest = Math.max(...secrets.versions()) === inUse;
  if (isNewest && (await encryptsAll(db, inUse))) secrets.addKey();
  const version = Math.max(...secrets.versions());

  const untilServers = async (isReady: (server: RunningServer) => boolean) => {
    for (let seconds = 0; ; seconds += 1) {
      const behind = (await listRunningServers(db)).filter((server) => !isReady(server));
      if (behind.length === 0) return;
      if (seconds === PATIENCE) {
        throw new KeyNotEverywhere(
          version,
          behind.map(({ name }) => name),
        );
      }
      await wait();
    }
  };

  await untilServers(({ keyVersions }) => keyVersions.includes(version));
  const lookups = await getSecret(deps, 'lookups');
  secrets.use(version);
  // Servers use the version that encrypts this secret.
  const row = { table: 'secrets', key: ['lookups'] } as const;
  const stored = await findSecret(db, 'lookups');
  let count = 0;
  if (stored && versionOf(stored) !== version) {
    count += 1;
    await replaceEncrypted(db, { row, encrypted: stored }, secrets.encrypt(row, lookups));
  }
  await untilServers(({ encryptsWith }) => encryptsWith === version);

  const encryptAgain = (row: EncryptedRow, encrypted: Buffer) =>
    secrets.encrypt(row, secrets.decrypt(row, encrypted));
  for (const table of tables) {
    let after: { after?: readonly string[] } = {};
    let batch;
    do {
      batch = await listEncryptedOtherwise(db, table, { version, limit: BATCH, ...after });
      for (const value of batch) {
        await replaceEncrypted(db, value, encryptAgain(value.row, value.encrypted));
        after = { after: value.row.key };
      }
      count += batch.length;
    } while (batch.length === BATCH);
  }
  const inJobs = await listJobsEncryptedOtherwise(db, version);
  for (const token of inJobs) {
    const row = { table: 'shops', key: [token.merchantId] } as const;
    await replaceInJob(db, token, encryptAgain(row, token.encrypted));
  }
  return { version, count: count + inJobs.length };
}

async function encryptsAll(db: Executor, version: number): Promise<boolean> {
  for (const table of tables) {
    const others = await listEncryptedOtherwise(db, table, { version, limit: 1 });
    if (others.length > 0) return false;
  }
  return (await listJobsEncryptedOtherwise(db, version)).length === 0;
}

/** Returns the version that the database uses. Throws `SecretUnreadable`. */
export async function useStoredVersion({ db, secrets }: SecretDeps): Promise<number> {
  const stored = await findSecret(db, 'lookups');
  if (stored) {
    secrets.decrypt({ table: 'secrets', key: ['lookups'] }, stored);
    secrets.use(versionOf(stored));
  }
  return secrets.versionInUse();
}

/** Bytes of a key of HMAC-SHA256. */
const LENGTH = 32;

type SecretName = 'photo-links' | 'lookups' | 'contact-form' | 'shop-links' | 'development-shop';

export type SecretDeps = Pick<Deps, 'db' | 'secrets'>;

export async function hasSecret(db: Executor, name: SecretName): Promise<boolean> {
  return (await findSecret(db, name)) !== undefined;
}

/** Shared by all processes, made on first use. Throws `SecretUnreadable`. */
export async function getSecret({ db, secrets }: SecretDeps, name: SecretName): Promise<Buffer> {
  const row = { table: 'secrets', key: [name] } as const;
  const found = await findSecret(db, name);
  if (found) return secrets.decrypt(row, found);
  await insertSecret(db, name, secrets.encrypt(row, randomBytes(LENGTH)));
  const made = await findSecret(db, name);
  if (!made) throw new Error(`The secret ${name} cannot be read`);
  return secrets.decrypt(row, made);
}

/** Finds an encrypted value by HMAC-SHA256; rotations keep it. `purpose` keeps tables apart. */
export async function lookupHash(
  deps: SecretDeps,
  purpose: string,
  value: string,
): Promise<Buffer> {
  const key = await getSecret(deps, 'lookups');
  return createHmac('sha256', key).update(`${purpose}\0${value}`).digest();
}
