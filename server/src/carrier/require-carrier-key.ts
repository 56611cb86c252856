import { createHash } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import { invalidCarrierKey } from '../refusals.ts';
import { hasCarrierKey } from './carrier-key-queries.ts';

/** What is kept of a carrier key. Keys are random, so that a plain hash gives nothing away. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Lets a system of the carrier pass. Raises `invalidCarrierKey` without a key that is in force. */
export async function requireCarrierKey(db: Executor, key: string | undefined): Promise<void> {
  if (key === undefined || !(await hasCarrierKey(db, hashOfKey(key)))) throw invalidCarrierKey();
}
