import { hash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '../api-error.ts';
import { recordOperation } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { type Authenticator, bearerToken } from '../http/authentication.ts';
import { hasCarrierKey, insertCarrierKey, markCarrierKeyRevoked } from './carrier-queries.ts';

export { listCarrierKeys } from './carrier-queries.ts';

/** Keys are random, so an unsalted hash is enough. */
const hashOfKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Throws `invalid_carrier_key` without an active key. */
export function carrierAuthenticator(db: Executor): Authenticator<'carrier'> {
  return async ({ headers }) => {
    const key = bearerToken(headers.authorization);
    if (key === undefined || !(await hasCarrierKey(db, hashOfKey(key)))) {
      throw new ApiError('invalid_carrier_key');
    }
    return undefined;
  };
}

/** Identifies leaked keys as ours. */
const PREFIX = 'ptgc_';
const RANDOM_BYTES = 32;

/** The key cannot be read again. */
export async function createCarrierKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: string,
): Promise<{ id: string; key: string }> {
  const key = `${PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  const now = clock.now();
  const id = uuidv7({ msecs: now });
  await db.transaction().execute(async (trx) => {
    await insertCarrierKey(trx, { id, name, keyHash: hashOfKey(key), createdAt: now });
    const subject = `${name} (${id})`;
    await recordOperation(trx, clock, { action: 'carrier_key.created', subject });
  });
  return { id, key };
}

/** Returns its name; undefined without an active key. */
export function revokeCarrierKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const name = await markCarrierKeyRevoked(trx, id, clock.now());
    if (name === undefined) return undefined;
    const subject = `${name} (${id})`;
    await recordOperation(trx, clock, { action: 'carrier_key.revoked', subject });
    return name;
  });
}
