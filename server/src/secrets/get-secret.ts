import { randomBytes } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { findSecret, insertSecret } from './secret-queries.ts';

/** The length of a secret in bytes: that of a key of HMAC-SHA256. */
const LENGTH = 32;

/** What the server has secrets for. */
type SecretName = 'photo-links';

/** A key that every process of the server has; whichever needs it first makes it. */
export async function getSecret(db: Executor, name: SecretName): Promise<Buffer> {
  const found = await findSecret(db, name);
  if (found) return found;
  await insertSecret(db, name, randomBytes(LENGTH));
  const made = await findSecret(db, name);
  if (!made) throw new Error(`The secret ${name} cannot be read`);
  return made;
}
