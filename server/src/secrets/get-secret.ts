import { createHmac, randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import {
  findSecret,
  insertSecret,
  listEncryptedOtherwise,
  replaceEncrypted,
} from './secret-queries.ts';
import { ENCRYPTED_COLUMNS, type EncryptedTable } from './secrets.ts';

const BATCH = 500;

const tables = Object.keys(ENCRYPTED_COLUMNS) as EncryptedTable[];

/** The result of a rotation. */
interface Rotation {
  /** The version of the key that encrypts everything now. */
  version: number;
  /** Number of values encrypted again. */
  count: number;
}

/**
 * Encrypts every value with the newest key. Adds the key first where Portage keeps the keys itself;
 * keys of configuration are added by the operator before. It may be stopped at any time and run
 * again. Throws `SecretUnreadable` for a value whose key is missing.
 */
export async function rotateSecrets({ db, secrets }: SecretDeps): Promise<Rotation> {
  secrets.addKey();
  const version = secrets.newestVersion();
  let count = 0;
  for (const table of tables) {
    let batch;
    do {
      batch = await listEncryptedOtherwise(db, table, { version, limit: BATCH });
      for (const value of batch) {
        const plain = secrets.decrypt(value.row, value.encrypted);
        await replaceEncrypted(db, value, secrets.encrypt(value.row, plain));
      }
      count += batch.length;
    } while (batch.length === BATCH);
  }
  return { version, count };
}

/** The length of a secret in bytes: that of a key of HMAC-SHA256. */
const LENGTH = 32;

type SecretName = 'photo-links' | 'lookups' | 'contact-form' | 'shop-links' | 'development-shop';

export type SecretDeps = Pick<Deps, 'db' | 'secrets'>;

/**
 * Gets a key that all processes share; the first to need it makes it. Throws `SecretUnreadable`
 * when this process has other keys.
 */
export async function getSecret({ db, secrets }: SecretDeps, name: SecretName): Promise<Buffer> {
  const row = { table: 'secrets', key: [name] } as const;
  const found = await findSecret(db, name);
  if (found) return secrets.decrypt(row, found);
  await insertSecret(db, name, secrets.encrypt(row, randomBytes(LENGTH)));
  const made = await findSecret(db, name);
  if (!made) throw new Error(`The secret ${name} cannot be read`);
  return secrets.decrypt(row, made);
}

/**
 * A hash by which an encrypted value is found (HMAC-SHA256 with a key of the server). It does not
 * change when the encryption keys are rotated. `purpose` keeps the hashes of two tables apart.
 */
export async function lookupHash(
  deps: SecretDeps,
  purpose: string,
  value: string,
): Promise<Buffer> {
  const key = await getSecret(deps, 'lookups');
  return createHmac('sha256', key).update(`${purpose}\0${value}`).digest();
}
