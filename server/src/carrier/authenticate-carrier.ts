import { createHash } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { type Authenticator, bearerToken } from '../http/authentication.ts';
import { ApiError } from '../api-error.ts';
import { hasCarrierKey } from './carrier-key-queries.ts';

/** What is kept of a carrier key. Keys are random, so that a plain hash gives nothing away. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Lets a system of the carrier pass. Throws `invalid_carrier_key` without a key that is in force. */
export function carrierAuthenticator(db: Executor): Authenticator<'carrier'> {
  return async ({ headers }) => {
    const key = bearerToken(headers.authorization);
    if (key === undefined || !(await hasCarrierKey(db, hashOfKey(key)))) {
      throw new ApiError('invalid_carrier_key');
    }
    return undefined;
  };
}
