import { randomInt } from 'node:crypto';
import type { NewServiceUser, ServiceUserCredentials } from '@portage/contract/users/users';
import { ApiError, invalidField } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from '../http/session.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { limitUserCreation } from './invite-user.ts';
import { makePassword } from './passwords.ts';
import {
  insertServiceUser,
  lockServiceUserCount,
  deleteServiceUser,
} from './service-user-queries.ts';

/** Crockford's base 32 in lower case, without look-alikes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** `service-` and 60 random bits. */
function makeServiceUsername(): string {
  const characters = Array.from({ length: LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  );
  return `service-${characters.join('')}`;
}

export const isServiceUsername = (text: string): boolean => /^service-[0-9a-z]{12}$/.test(text);

/** Refuses its tokens at once. Throws `service_user_not_found`, also for another merchant's. */
export async function revokeServiceUser(
  { db, clock, identity }: Pick<Deps, 'db' | 'clock' | 'identity'>,
  username: string,
  asker: Asker,
): Promise<void> {
  const { merchantId } = asker.session;
  await db.transaction().execute(async (trx) => {
    if (!(await deleteServiceUser(trx, merchantId, username))) {
      throw new ApiError('service_user_not_found', { username });
    }
    await forgetDevices(trx, username);
    await recordActionOf(asker, trx, clock, { action: 'service_user.revoked', subject: username });
    // Last: another provider is outside the transaction.
    await identity.deleteAccount(trx, { merchantId, username });
  });
}

/** One for each program, and a list that fits a screen. */
export const SERVICE_USER_LIMIT = 50;

/** 236 bits, never typed. */
const PASSWORD_LENGTH = 40;

const EXPIRY_PAST = {
  en: 'The expiry must be in the future.',
  fr: 'La date d’expiration doit être à venir.',
};

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

/** Shows the password once. Throws `too_many_service_users`, `too_many_attempts` and `busy`. */
export function createServiceUser(
  deps: NeededDeps,
  newServiceUser: NewServiceUser,
  asker: Asker,
): Promise<ServiceUserCredentials> {
  return limitUserCreation(deps, asker, () => createAndList(deps, newServiceUser, asker));
}

async function createAndList(
  { db, clock, identity }: NeededDeps,
  { name, expiresAt }: NewServiceUser,
  asker: Asker,
): Promise<ServiceUserCredentials> {
  const { merchantId, merchantName } = asker.session;
  const username = makeServiceUsername();
  const password = makePassword(PASSWORD_LENGTH);
  const now = clock.now();
  if (expiresAt !== undefined && expiresAt <= now) {
    throw invalidField('expiresAt', EXPIRY_PAST);
  }
  const createAccount = await identity.prepareAccount({
    merchantId,
    merchantName,
    username,
    name: username,
    kind: 'service',
    password,
    mustChangePassword: false,
  });

  await db.transaction().execute(async (trx) => {
    const count = await lockServiceUserCount(trx, merchantId);
    if (count >= SERVICE_USER_LIMIT) {
      throw new ApiError('too_many_service_users', { limit: SERVICE_USER_LIMIT });
    }
    await insertServiceUser(trx, merchantId, { username, createdAt: now, name, expiresAt });
    await recordActionOf(asker, trx, clock, { action: 'service_user.created', subject: username });
    // Last: another provider is outside the transaction.
    await createAccount(trx);
  });
  return { username, password };
}
