import { randomInt } from 'node:crypto';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { upsertPasswordReset } from './password-reset-queries.ts';
import { hashPassword } from './passwords.ts';
import { findUserByUsername } from './user-queries.ts';

/** How long a code works, in minutes. */
const CODE_MINUTES = 10;

/** How often one may try to type a code. */
const CODE_ATTEMPTS = 5;

/** Six random digits. */
const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Mails a code to the person who has a username, and keeps its hash; the code before works no more. A
 * username that is nobody's, or a service user's, gets a code, too, that nobody is told: so its
 * confirmation is answered alike.
 */
export async function sendResetCode(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { username, locale }: { username: string; locale: Locale },
  now: EpochMillis,
): Promise<void> {
  const { db } = deps;
  const code = makeCode();
  const codeHash = await hashPassword(code);
  await db.transaction().execute(async (trx) => {
    await upsertPasswordReset(trx, {
      username,
      codeHash,
      attemptsLeft: CODE_ATTEMPTS,
      expiresAt: now + CODE_MINUTES * 60_000,
    });
    const user = await findUserByUsername(trx, username);
    if (user?.kind !== 'user') return;
    const content = {
      kind: 'password-reset-code',
      name: user.name,
      code,
      minutes: CODE_MINUTES,
    } as const;
    await queueMail(trx, deps, { recipient: user.username, locale, content }, now);
  });
}
