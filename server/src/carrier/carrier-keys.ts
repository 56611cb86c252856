import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import {
  insertCarrierKey,
  markCarrierKeyRevoked,
  listStoredCarrierKeys,
} from './carrier-key-queries.ts';
import { hashOfKey } from './authenticate-carrier.ts';
import type { Executor } from '../db/database.ts';

/** Says what a key is for, to who finds one where it should not be. */
const PREFIX = 'ptgc_';
const RANDOM_BYTES = 32;

/** Makes a key for a system of the carrier, for the operator. The key itself is given here only. */
export async function createCarrierKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: string,
): Promise<{ id: string; key: string }> {
  const key = `${PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  const now = clock.now();
  const id = uuidv7({ msecs: now });
  await db.transaction().execute(async (trx) => {
    await insertCarrierKey(trx, { id, name, keyHash: hashOfKey(key), createdAt: now });
    await recordSecurityEvent(trx, {
      at: now,
      action: 'carrier_key.created',
      actor: 'operator',
      subject: `${name} (${id})`,
    });
  });
  return { id, key };
}

/**
 * Takes a key of the carrier out of force for the operator: it is refused from the next call on.
 * Gives its name; undefined when no key of this id is in force.
 */
export function revokeCarrierKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const name = await markCarrierKeyRevoked(trx, id, now);
    if (name === undefined) return undefined;
    await recordSecurityEvent(trx, {
      at: now,
      action: 'carrier_key.revoked',
      actor: 'operator',
      subject: `${name} (${id})`,
    });
    return name;
  });
}

/** A key of the carrier, without the key. */
interface CarrierKeyEntry {
  id: string;
  name: string;
  createdAt: EpochMillis;
  /** Null while it is in force. */
  revokedAt: EpochMillis | null;
}

/** The keys of the carrier's systems, also those that were revoked, the newest first. */
export function listCarrierKeys(db: Executor): Promise<CarrierKeyEntry[]> {
  return listStoredCarrierKeys(db);
}
