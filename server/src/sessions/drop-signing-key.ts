import type { EpochMillis } from '@portage/contract/time';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { SigningKeyEntry } from './list-signing-keys.ts';
import { deleteSigningKey } from './signing-key-queries.ts';

/**
 * How long after a key was replaced a token may name it, in milliseconds: other processes sign with it
 * for another minute, a token lives 60, clocks differ by one, and the rest is to be sure.
 */
const NAMED_FOR = 2 * 60 * 60_000;

/** Tells whether no token in force can name a key any more. */
export const isSpent = ({ replacedAt }: SigningKeyEntry, now: EpochMillis): boolean =>
  replacedAt !== undefined && now - replacedAt >= NAMED_FOR;

/** Takes a key away, on record. The keys are locked already. */
export async function dropSigningKey(
  trx: Executor,
  kid: string,
  { now, actor }: { now: EpochMillis; actor: 'operator' | 'system' },
): Promise<void> {
  await deleteSigningKey(trx, kid);
  await recordSecurityEvent(trx, { at: now, action: 'signing_key.removed', actor, subject: kid });
}
