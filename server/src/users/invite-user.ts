import type { UserRole, NewUser } from '@portage/contract/users/users';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/outbox.ts';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { insertMerchantUser } from './merchant-user-queries.ts';
import { tooManyAttempts, giveAttemptBack, takeAttempt } from '../throttle/attempts.ts';
import type { Session } from '../http/session.ts';
import { once } from '../idempotency/once.ts';
import { getMerchant } from '../merchants/get-merchant.ts';

/**
 * Creates a user, a person or a service user, unless the merchant has created too many lately: each has
 * a password hashed, and a person is mailed. Throws `too_many_attempts`.
 */
export async function limitUserCreation<Created>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { session, address }: { session: Session; address: string },
  create: () => Promise<Created>,
): Promise<Created> {
  const attempt = { account: session.merchantId, address };
  const throttled = await takeAttempt(deps, 'user-creation', attempt);
  if (throttled) throw tooManyAttempts(throttled.seconds);

  return create().catch(async (error: unknown) => {
    // A taken username counts: one could go through a list of people to learn who is here.
    const counts = isApiError(error, 'username_taken', 'too_many_service_users');
    if (!counts) await giveAttemptBack(deps, 'user-creation', attempt);
    throw error;
  });
}

interface Asker {
  session: Session;
  address: string;
  idempotencyKey: string | undefined;
}

/**
 * Creates a further person of the merchant, who gets a temporary password by mail. Gives the JSON text
 * of a sentence with the username. Throws `username_taken`, whosever it is, `too_many_attempts`, `busy`,
 * and what `once` throws.
 */
export function createAccount(deps: Deps, newUser: NewUser, asker: Asker): Promise<string> {
  return limitUserCreation(deps, asker, () => createAndMail(deps, newUser, asker));
}

async function createAndMail(
  deps: Deps,
  newUser: NewUser,
  { session, address, idempotencyKey }: Asker,
): Promise<string> {
  const { db, clock } = deps;
  const { merchantId, username: actor } = session;
  const merchant = await getMerchant(db, merchantId);
  const invite = await prepareInvitation(
    deps,
    merchant,
    { ...newUser, role: newUser.role ?? 'owner' },
    { actor, address },
  );
  const call = 'POST /users/account';
  const request = { merchantId, now: clock.now(), key: idempotencyKey, call, body: newUser };
  return db.transaction().execute((trx) =>
    once(trx, request, async () => {
      await invite(trx);
      return JSON.stringify(`created user with username ${newUser.username}`);
    }),
  );
}

/** A person to be invited. */
export interface InvitedUser {
  /** Their e-mail address. */
  username: string;
  name: string;
  phone: string | undefined;
  role: UserRole;
}

/** The actor, a username or `operator`, and their network address. */
export interface Inviter {
  actor: string;
  address?: string;
}

/**
 * Prepares the account of a person of a merchant, and gives what creates it in a transaction and mails
 * the temporary password. Throws `busy`, and the transaction `username_taken`.
 */
export async function prepareInvitation(
  deps: Pick<Deps, 'clock' | 'identity' | 'portalUrl' | 'secrets'>,
  merchant: Pick<Merchant, 'id' | 'name' | 'language'>,
  { username, name, phone, role }: InvitedUser,
  { actor, address }: Inviter,
): Promise<(trx: Executor) => Promise<void>> {
  const { clock, identity } = deps;
  const { id: merchantId, name: merchantName } = merchant;
  const password = makePassword(TEMPORARY_PASSWORD_LENGTH);
  const insertAccount = await identity.prepareAccount({
    merchantId,
    merchantName,
    username,
    name,
    kind: 'user',
    ...(phone !== undefined && { phone }),
    password,
    mustChangePassword: true,
  });

  return async (trx) => {
    const now = clock.now();
    await recordSecurityEvent(trx, {
      at: now,
      action: 'user.created',
      actor,
      subject: username,
      merchantId,
      ...(address !== undefined && { address }),
    });
    const invited = { username, name, password };
    await mailTemporaryPassword(trx, deps, { merchant, invited }, now);
    if (!(await insertMerchantUser(trx, merchantId, { username, name, phone, role }, now))) {
      throw new ApiError('username_taken', { username });
    }
    // Last, since a provider elsewhere cannot take part in our transaction.
    await insertAccount(trx);
  };
}

/** Mails a person their temporary password, in the language of the merchant. */
export async function mailTemporaryPassword(
  trx: Executor,
  deps: Pick<Deps, 'portalUrl' | 'secrets'>,
  {
    merchant: { name: merchantName, language },
    invited: { username, name, password },
  }: {
    merchant: Pick<Merchant, 'name' | 'language'>;
    invited: Pick<InvitedUser, 'username' | 'name'> & { password: string };
  },
  now: EpochMillis,
): Promise<void> {
  const content = {
    kind: 'temporary-password',
    name,
    merchantName,
    username,
    password,
    portalUrl: `${deps.portalUrl}/?lang=${language}`,
  } as const;
  await queueMail(trx, deps, { recipient: username, locale: language, content }, now);
}
