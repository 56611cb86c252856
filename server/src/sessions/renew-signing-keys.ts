import { type EpochMillis, DAY, HOUR } from '@portage/contract/time';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { lockSigningKeys, deleteSigningKey } from './signing-key-queries.ts';
import { addSigningKey, listSigningKeys, type SigningKeyEntry } from './signing-keys.ts';

/** Milliseconds: a token's 60 minutes, caches, clocks, and a margin. */
const NAMED_FOR = 2 * HOUR;

/** Every token that names it has expired. */
const isSpent = ({ replacedAt }: SigningKeyEntry, now: EpochMillis): boolean =>
  replacedAt !== undefined && now - replacedAt >= NAMED_FOR;

/** Audited. Needs locked keys. */
async function dropSigningKey(
  trx: Executor,
  kid: string,
  { now, actor }: { now: EpochMillis; actor: 'operator' | 'system' },
): Promise<void> {
  await deleteSigningKey(trx, kid);
  await recordSecurityEvent(trx, { at: now, action: 'signing_key.removed', actor, subject: kid });
}

/** Every process signs with it within a minute; earlier keys still verify. Returns its id. */
export function rotateSigningKey(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    return addSigningKey(trx, deps, 'operator');
  });
}

/** Milliseconds. */
const SIGNS_FOR = 90 * DAY;

/** Replaces a key of 90 days and removes spent ones. Another provider has none. */
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

/** The signing key and unspent keys are refused. */
export type Removal = 'removed' | 'unknown' | 'signs' | 'not_spent';

/** Effective within a minute. `force` also removes a key in use, such as a leaked one. */
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
