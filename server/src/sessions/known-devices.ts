import { createHash } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Attempt } from '../throttle/attempts.ts';
import { deleteKnownDevicesOf, isKnownDevice, upsertKnownDevice } from './session-queries.ts';

/** An attempt to sign in or to reset a password; `device` is the token that a browser keeps. */
interface Trial {
  username: string;
  address: string;
  device?: string | undefined;
}

/** The form in which device tokens are stored: what leaks from a database is no token. */
const hashOf = (device: string) => createHash('sha256').update(device).digest();

/** The attempt as it is counted: a device on which the account signed in before has a count of its own. */
export async function attemptOf(
  { db }: Pick<Deps, 'db'>,
  { username, address, device }: Trial,
): Promise<Attempt> {
  const attempt = { account: username, address };
  if (device === undefined) return attempt;
  const knownDevice = hashOf(device);
  return (await isKnownDevice(db, username, knownDevice)) ? { ...attempt, knownDevice } : attempt;
}

/** Makes the device known to the account, whose password or reset code was right. */
export async function rememberDevice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { username, device }: Pick<Trial, 'username' | 'device'>,
): Promise<void> {
  if (device === undefined) return;
  const known = { username, tokenHash: hashOf(device) };
  await upsertKnownDevice(db, known, clock.now());
}

/** Forgets the devices of an account whose password is new: one of them may be a thief's. */
export function forgetDevices({ db }: { db: Executor }, username: string): Promise<void> {
  return deleteKnownDevicesOf(db, username);
}
