import { hash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Attempt } from '../throttle/attempts.ts';
import { isKnownDevice, upsertKnownDevice } from './session-queries.ts';

export { deleteKnownDevicesOf as forgetDevices } from './session-queries.ts';

/** `device` is the browser's token. */
interface Trial {
  username: string;
  address: string;
  device?: string | undefined;
}

/** A leaked database holds no usable token. */
const hashOf = (device: string) => hash('sha256', device, 'buffer');

/** Known devices are counted separately. */
export async function attemptOf(
  { db }: Pick<Deps, 'db'>,
  { username, address, device }: Trial,
): Promise<Attempt> {
  const attempt = { account: username, address };
  if (device === undefined) return attempt;
  const knownDevice = hashOf(device);
  return (await isKnownDevice(db, username, knownDevice)) ? { ...attempt, knownDevice } : attempt;
}

/** Runs after a right password or reset code. */
export async function rememberDevice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { username, device }: Pick<Trial, 'username' | 'device'>,
): Promise<void> {
  if (device === undefined) return;
  const known = { username, tokenHash: hashOf(device) };
  await upsertKnownDevice(db, known, clock.now());
}
