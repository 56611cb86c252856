import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import type { UserRole, NewUser } from '@portage/contract/users/users';
import { ApiError, isApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from '../http/session.ts';
import { once } from '../idempotency/once.ts';
import { queueMail } from '../mail/outbox.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { giveAttemptBack, requireAttempt } from '../throttle/attempts.ts';
import {
  insertMerchantUser,
  lockMerchantUsers,
  updateMerchantUser,
} from './merchant-user-queries.ts';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './passwords.ts';

/** Limits creations: each hashes a password or sends a mail. Throws `too_many_attempts`. */
export async function limitUserCreation<Created>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { session, address }: Asker,
  create: () => Promise<Created>,
): Promise<Created> {
  const attempt = { account: session.merchantId, address };
  await requireAttempt(deps, 'user-creation', attempt);

  return create().catch(async (error: unknown) => {
    // A taken username counts: lists of names could be tried.
    const counts = isApiError(error, 'username_taken', 'too_many_service_users');
    if (!counts) await giveAttemptBack(deps, 'user-creation', attempt);
    throw error;
  });
}

interface CreationAsker extends Asker {
  idempotencyKey: string | undefined;
}

/** Returns a JSON sentence. Throws `username_taken`, `too_many_attempts`, `busy`, and as `once`. */
export function createAccount(deps: Deps, newUser: NewUser, asker: CreationAsker): Promise<string> {
  return limitUserCreation(deps, asker, () => createAndMail(deps, newUser, asker));
}

async function createAndMail(
  deps: Deps,
  newUser: NewUser,
  { session, address, idempotencyKey }: CreationAsker,
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

export interface InvitedUser {
  /** Their e-mail address. */
  username: string;
  name: string;
  phone: string | undefined;
  role: UserRole;
}

/** Its actor is a username or `operator`. */
export interface Inviter {
  actor: string;
  address?: string;
}

/** Returns a function for a transaction. Throws `busy`, the function `username_taken`. */
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
    // Last: another provider is outside the transaction.
    await insertAccount(trx);
  };
}

/** In the language of the merchant. */
async function mailTemporaryPassword(
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

/** Throws `user_not_found`, `user_signed_in_before`, `user_disabled` and `busy`. */
export async function inviteAgain(
  deps: Pick<Deps, 'db' | 'clock' | 'identity' | 'portalUrl' | 'secrets'>,
  { merchantId, username }: { merchantId: string; username: string },
  by: Inviter,
): Promise<void> {
  const { db, clock, identity } = deps;
  const merchant = await getMerchant(db, merchantId);
  const password = makePassword(TEMPORARY_PASSWORD_LENGTH);
  const replacePassword = await identity.prepareTemporaryPassword(username, password);
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const user = (await lockMerchantUsers(trx, merchantId)).get(username);
    if (!user) throw new ApiError('user_not_found', { username });
    if (user.disabledAt !== undefined) throw new ApiError('user_disabled', { username });
    if (user.lastSignInAt !== undefined) throw new ApiError('user_signed_in_before', { username });
    await updateMerchantUser(trx, merchantId, username, { invitedAt: now });
    const action = 'user.invited_again';
    await recordSecurityEvent(trx, { at: now, action, subject: username, merchantId, ...by });
    const invited = { username, name: user.name, password };
    await mailTemporaryPassword(trx, deps, { merchant, invited }, now);
    // Last: another provider is outside the transaction.
    await replacePassword(trx);
  });
}
