import type { Locale } from '@portage/contract/locale';
import type { PasswordChange } from '@portage/contract/users/passwords';
import { fieldMessages } from '@portage/contract/field-messages';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { ApiError, invalidField, isApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { refuseCommonPassword } from '../users/most-used-passwords.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { limitPasswordTries, type PasswordTrier } from '../throttle/limit-password-tries.ts';

interface Asker extends PasswordTrier {
  locale: Locale;
}

/**
 * Changes the password of whoever calls, ends their other sessions and mails them that it was changed.
 * Throws `current_password_wrong`, `too_many_attempts`, `busy`, and `invalid_request` for a new password
 * that is a common one or the current one.
 */
export async function changeOwnPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'identity' | 'secrets'>,
  change: PasswordChange,
  { session, address, locale }: Asker,
): Promise<{ session?: SessionTokens }> {
  const { db, clock, identity } = deps;
  const { username, merchantId } = session;
  if (change.newPassword === change.currentPassword) {
    throw invalidField('newPassword', fieldMessages.passwordUnchanged);
  }
  refuseCommonPassword(change.newPassword);
  const event = { actor: username, merchantId, address } as const;
  const run = () =>
    identity.changePassword(session, change).catch((error: unknown) => {
      throw isApiError(error, 'sign_in_failed') ? new ApiError('current_password_wrong') : error;
    });
  const failure = 'password.change_failed';
  const tokens = await limitPasswordTries(deps, { session, address }, { run, failure });

  await forgetDevices(deps, username);
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    await recordSecurityEvent(trx, { ...event, at, action: 'password.changed' });
    const content = { kind: 'password-changed', username } as const;
    await queueMail(trx, deps, { recipient: username, locale, content }, at);
  });
  return tokens ? { session: tokens } : {};
}
