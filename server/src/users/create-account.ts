import type { NewUser } from '@portage/contract/users';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Session } from '../sessions/identity.ts';
import { limitUserCreation } from './limit-user-creation.ts';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { insertMerchantUser } from './merchant-user-queries.ts';

/** Who asks for a user, and with which `Idempotency-Key`. */
interface Asker {
  session: Session;
  address: string;
  idempotencyKey: string | undefined;
}

/**
 * Creates a further person of the merchant, who gets a temporary password by mail. Gives the JSON text
 * of a sentence with the username. Raises `username_taken`, whosever it is, `too_many_attempts`, `busy`,
 * and what `once` raises.
 */
export function createAccount(deps: Deps, newUser: NewUser, asker: Asker): Promise<string> {
  return limitUserCreation(deps, asker, () => createAndMail(deps, newUser, asker));
}

async function createAndMail(
  { db, clock, identity, portalUrl }: Deps,
  newUser: NewUser,
  { session, address, idempotencyKey }: Asker,
): Promise<string> {
  const { merchantId } = session;
  const { username, name, phone } = newUser;
  const now = clock.now();
  const merchant = await getMerchant(db, merchantId);
  const merchantName = merchant.name;
  const request = { key: idempotencyKey, call: 'POST /users/account', body: newUser };

  const password = makePassword(TEMPORARY_PASSWORD_LENGTH);
  const insertAccount = await identity.prepareAccount({
    merchantId,
    merchantName,
    username,
    name,
    kind: 'user',
    phone,
    password,
    mustChangePassword: true,
  });

  return db.transaction().execute((trx) =>
    once(trx, { merchantId, now, ...request }, async () => {
      await recordSecurityEvent(trx, {
        at: now,
        action: 'user.created',
        actor: session.username,
        subject: username,
        merchantId,
        address,
      });
      const content = {
        kind: 'temporary-password',
        name,
        merchantName,
        username,
        password,
        portalUrl,
      } as const;
      await queueMail(trx, { recipient: username, locale: merchant.language, content }, now);
      if (!(await insertMerchantUser(trx, merchantId, newUser, now))) {
        throw new ApiError('username_taken', { username });
      }
      // Last, since a provider elsewhere cannot take part in our transaction.
      await insertAccount(trx);
      return JSON.stringify(`created user with username ${username}`);
    }),
  );
}
