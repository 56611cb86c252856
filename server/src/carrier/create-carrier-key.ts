import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { insertCarrierKey } from './carrier-key-queries.ts';
import { hashOfKey } from './authenticate-carrier.ts';

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
