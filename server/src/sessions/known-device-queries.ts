import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** The most devices that are known of an account; the one seen longest ago goes first. */
const MOST_KNOWN = 20;

/** Tells whether an account has signed in on a device before. */
export async function isKnownDevice(
  db: Executor,
  username: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('username', '=', username)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that an account has signed in on a device, and forgets those beyond the newest twenty. */
export async function upsertKnownDevice(
  db: Executor,
  { username, tokenHash }: { username: string; tokenHash: Buffer },
  now: EpochMillis,
): Promise<void> {
  const seenAt = new Date(now);
  await db
    .insertInto('known_devices')
    .values({ username, token_hash: tokenHash, last_seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.columns(['username', 'token_hash']).doUpdateSet({ last_seen_at: seenAt }),
    )
    .execute();
  const older = db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('username', '=', username)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .offset(MOST_KNOWN);
  await db
    .deleteFrom('known_devices')
    .where('username', '=', username)
    .where('token_hash', 'in', older)
    .execute();
}

/** Forgets the devices of an account. */
export async function deleteKnownDevicesOf(db: Executor, username: string): Promise<void> {
  await db.deleteFrom('known_devices').where('username', '=', username).execute();
}
