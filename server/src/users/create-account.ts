import type { NewUser } from '@portage/contract/users';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { isRefusal, tooManyAttempts } from '../refusals.ts';
import type { Session } from '../sessions/identity.ts';
import { giveAttemptBack } from '../throttle/give-attempt-back.ts';
import { takeAttempt } from '../throttle/take-attempt.ts';
import { makePassword } from './make-password.ts';

/** Characters of a temporary password: 94 bits, and few enough to be typed from a phone's screen. */
const PASSWORD_LENGTH = 16;

/** Who asks for a user, and with which `Idempotency-Key`. */
interface Asker {
  session: Session;
  address: string;
  idempotencyKey: string | undefined;
}

/**
 * Creates a further person of the merchant, who gets a temporary password by mail. Gives the JSON text
 * of a sentence with the username. Raises `usernameTaken`, whosever it is, `tooManyAttempts`, `busy`,
 * and what `once` raises.
 */
export async function createAccount(deps: Deps, newUser: NewUser, asker: Asker): Promise<string> {
  const attempt = { account: asker.session.merchantId, address: asker.address };
  const throttled = await takeAttempt(deps, 'user-creation', attempt);
  if (throttled) throw tooManyAttempts(throttled.seconds);

  return createAndMail(deps, newUser, asker).catch(async (error: unknown) => {
    // A taken username counts: one could go through a list of people to learn who is here.
    if (!isRefusal(error, 'username_taken')) await giveAttemptBack(deps, 'user-creation', attempt);
    throw error;
  });
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

  const password = makePassword(PASSWORD_LENGTH);
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
      // Last, since a provider elsewhere cannot take part in our transaction.
      await insertAccount(trx);
      return JSON.stringify(`created user with username ${username}`);
    }),
  );
}
