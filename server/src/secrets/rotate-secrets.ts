import type { SecretDeps } from './get-secret.ts';
import { listEncryptedOtherwise, replaceEncrypted } from './secret-queries.ts';
import { ENCRYPTED_COLUMNS, type EncryptedTable } from './secrets.ts';

/** How many values are read at once. */
const BATCH = 500;

const tables = Object.keys(ENCRYPTED_COLUMNS) as EncryptedTable[];

/** What a rotation did. */
export interface Rotation {
  /** The version of the key that encrypts everything now. */
  version: number;
  /** How many values were encrypted again. */
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
