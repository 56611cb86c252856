import type { NewServiceUser, ServiceUserCredentials } from '@portage/contract/users/users';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import { limitUserCreation } from './limit-user-creation.ts';
import { makePassword } from './make-password.ts';
import { makeServiceUsername } from '../sessions/service-username.ts';
import { insertServiceUser, lockServiceUserCount } from './service-user-queries.ts';

/** Service users a merchant may have: one for each of its programs, and a list that fits a screen. */
export const SERVICE_USER_LIMIT = 50;

/** Characters of a password that no person types: 236 bits. */
const PASSWORD_LENGTH = 40;

/** What is said of an expiry that is not in the future. */
const EXPIRY_PAST = {
  en: 'The expiry must be in the future.',
  fr: 'L’expiration doit être dans le futur.',
};

/** Who asks for a service user. */
interface Asker {
  session: Session;
  address: string;
}

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

/**
 * Creates API credentials of the merchant. The password is stored nowhere, and given this once. Throws
 * `too_many_service_users`, `too_many_attempts` and `busy`.
 */
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
  { session, address }: Asker,
): Promise<ServiceUserCredentials> {
  const { merchantId, merchantName } = session;
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
    await recordSecurityEvent(trx, {
      at: now,
      action: 'service_user.created',
      actor: session.username,
      subject: username,
      merchantId,
      address,
    });
    // Last, since a provider elsewhere cannot take part in our transaction.
    await createAccount(trx);
  });
  return { username, password };
}
