import { Secret, TOTP } from 'otpauth';
import type { AppSetUp } from '@portage/contract/users/second-factor';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { findApp, insertUnconfirmedApp, updateLastStep } from './second-factor-queries.ts';

/** Bytes of SHA-1 (RFC 4226). */
const SECRET_LENGTH = 20;

/** Seconds (RFC 6238). */
const PERIOD = 30;

/** Steps that a phone's clock may be off. */
const DRIFT = 1;

const codesOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Portage', label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD });

/** Throws `authenticator_app_exists`. */
export async function startApp(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { userId, username }: { userId: string; username: string },
): Promise<AppSetUp> {
  const secret = new Secret({ size: SECRET_LENGTH });
  const row = { table: 'authenticator_apps', key: [userId] } as const;
  const encryptedSecret = secrets.encrypt(row, Buffer.from(secret.bytes));
  const isBegun = await insertUnconfirmedApp(db, { userId, encryptedSecret }, clock.now());
  if (!isBegun) throw new ApiError('authenticator_app_exists');
  return { secret: secret.base32, uri: codesOf(secret, username).toString() };
}

/** Accepts this 30-second step or a neighbour, once each; `isConfirmed` for the app in force. */
export async function isAppCode(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const app = await findApp(db, userId);
  if (!app || (app.confirmedAt !== null) !== isConfirmed) return false;
  const row = { table: 'authenticator_apps', key: [userId] } as const;
  const bytes = secrets.decrypt(row, app.encryptedSecret);
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer });
  const timestamp = clock.now();
  const drift = codesOf(secret).validate({ token: code, timestamp, window: DRIFT });
  if (drift === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD) + drift;
  return updateLastStep(db, userId, { encryptedSecret: app.encryptedSecret, step });
}
