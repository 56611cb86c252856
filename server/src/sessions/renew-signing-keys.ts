import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { addSigningKey, listSigningKeys, type SigningKeyEntry } from './signing-keys.ts';
import { lockSigningKeys, deleteSigningKey } from './signing-key-queries.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import { DAY, HOUR } from '../durations.ts';

/**
 * Milliseconds after a key's replacement in which tokens may name it: 60 minutes of a token, a
 * minute each for other processes and clock differences, and a margin.
 */
const NAMED_FOR = 2 * HOUR;

/** Tells whether every token that names a key has expired. */
const isSpent = ({ replacedAt }: SigningKeyEntry, now: EpochMillis): boolean =>
  replacedAt !== undefined && now - replacedAt >= NAMED_FOR;

/** Takes a key away, on record. The keys are locked already. */
async function dropSigningKey(
  trx: Executor,
  kid: string,
  { now, actor }: { now: EpochMillis; actor: 'operator' | 'system' },
): Promise<void> {
  await deleteSigningKey(trx, kid);
  await recordSecurityEvent(trx, { at: now, action: 'signing_key.removed', actor, subject: kid });
}

/**
 * Adds a key for the operator, and gives its id: every process signs with it within a minute. The keys
 * before it go on verifying what they have signed.
 */
export function rotateSigningKey(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    return addSigningKey(trx, deps, 'operator');
  });
}

/** Time in ms after which a new key signs. */
const SIGNS_FOR = 90 * DAY;

/**
 * Adds a key when the one that signs is 90 days old, and removes those that no token in force can name.
 * Without any key, as with another provider of identities, there is nothing to do.
 */
export async function renewSigningKeys(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const keys = await listSigningKeys(trx);
    const [newest] = keys;
    if (newest && now - newest.createdAt >= SIGNS_FOR) await addSigningKey(trx, deps, 'system');
    for (const { kid } of keys.filter((key) => isSpent(key, now))) {
      await dropSigningKey(trx, kid, { now, actor: 'system' });
    }
  });
}

/** The result of a removal; the signing key and unspent keys are refused. */
export type Removal = 'removed' | 'unknown' | 'signs' | 'not_spent';

/**
 * Removes a key for the operator; within a minute its signatures are refused everywhere. With
 * `force` also a key whose tokens may be in force, such as a leaked one; their users renew with
 * the refresh token. The signing key is never removed: rotate first.
 */
export function removeSigningKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kid: string,
  { force = false }: { force?: boolean } = {},
): Promise<Removal> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const key = (await listSigningKeys(trx)).find((one) => one.kid === kid);
    if (!key) return 'unknown';
    if (key.replacedAt === undefined) return 'signs';
    if (!force && !isSpent(key, now)) return 'not_spent';
    await dropSigningKey(trx, kid, { now, actor: 'operator' });
    return 'removed';
  });
}
