import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { Executor } from '../db/database.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { SECOND_FACTOR_CHANGES, type SecondFactorChange } from '../mail/second-factor-mail.ts';
import { getMerchant } from '../merchants/get-merchant.ts';

/** The security event of each change. */
const ACTIONS = {
  appAdded: 'second_factor.added',
  appRemoved: 'second_factor.removed',
  passkeyAdded: 'second_factor.added',
  passkeyRemoved: 'second_factor.removed',
  recoveryCodesReplaced: 'second_factor.recovery_codes_replaced',
  reset: 'second_factor.reset',
} as const satisfies Record<SecondFactorChange, string>;

/** What happened to whose second factors, and who did it. */
interface Told {
  change: SecondFactorChange;
  username: string;
  merchantId: string;
  /** A username, or `operator`. */
  actor: string;
  address?: string;
}

/** Records a change of somebody's second factors and mails it to them, in the merchant's language. */
export async function tellOfChange(
  trx: Executor,
  { clock, portalUrl, secrets }: Pick<Deps, 'clock' | 'portalUrl' | 'secrets'>,
  { change, username, merchantId, actor, address }: Told,
): Promise<void> {
  const now = clock.now();
  await recordSecurityEvent(trx, {
    at: now,
    action: ACTIONS[change],
    actor,
    subject: username,
    merchantId,
    ...(address !== undefined && { address }),
  });
  const { language: locale } = await getMerchant(trx, merchantId);
  const content = {
    kind: 'second-factor-changed',
    change: SECOND_FACTOR_CHANGES[change][locale],
    username,
    portalUrl,
  } as const;
  await queueMail(trx, { secrets }, { recipient: username, locale, content }, now);
}
