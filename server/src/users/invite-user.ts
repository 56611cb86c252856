import type { UserRole } from '@portage/contract/users/users';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { makePassword, TEMPORARY_PASSWORD_LENGTH } from './make-password.ts';
import { insertMerchantUser } from './merchant-user-queries.ts';

/** A person to be invited. */
export interface InvitedUser {
  /** Their e-mail address. */
  username: string;
  name: string;
  phone: string | undefined;
  role: UserRole;
}

/** Who invites: a username or `operator`, and from which network address. */
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
    portalUrl: deps.portalUrl,
  } as const;
  await queueMail(trx, deps, { recipient: username, locale: language, content }, now);
}
