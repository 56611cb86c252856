import { v7 as uuidv7 } from 'uuid';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { type FirstDetails, firstProfile } from '../merchants/first-profile.ts';
import { prepareInvitation } from '../users/invite-user.ts';

/** What a new merchant is made of. */
export interface NewMerchant extends Omit<FirstDetails, 'id'> {
  /** The first owner; `email` becomes the username. */
  owner: { name: string; email: string; phone: string | undefined };
}

/**
 * Prepares a new merchant, and gives what creates it in a transaction and invites its first owner by
 * mail. Throws `busy`, and the transaction `username_taken`.
 */
export async function prepareMerchant(
  deps: Pick<Deps, 'clock' | 'identity' | 'portalUrl' | 'secrets'>,
  newMerchant: NewMerchant,
): Promise<(trx: Executor) => Promise<Merchant>> {
  const now = deps.clock.now();
  const merchant = firstProfile({ ...newMerchant, id: uuidv7({ msecs: now }) });
  const { name, email, phone } = newMerchant.owner;
  const owner = { username: email, name, phone, role: 'owner' } as const;
  const invite = await prepareInvitation(deps, merchant, owner, { actor: 'operator' });
  return async (trx) => {
    await createMerchant(trx, merchant);
    await recordSecurityEvent(trx, {
      at: now,
      action: 'merchant.created',
      actor: 'operator',
      subject: merchant.name,
      merchantId: merchant.id,
    });
    await invite(trx);
    return merchant;
  };
}
