import { createHmac, randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { findSecret, insertSecret } from './secret-queries.ts';

/** The length of a secret in bytes: that of a key of HMAC-SHA256. */
const LENGTH = 32;

/** What the server has secrets for. */
type SecretName = 'photo-links' | 'lookups' | 'contact-form' | 'shop-links' | 'development-shop';

/** What works with secrets needs. */
export type SecretDeps = Pick<Deps, 'db' | 'secrets'>;

/**
 * A key that every process of the server has; whichever needs it first makes it. Throws
 * `SecretUnreadable` when this process has other keys than the one that made it.
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
