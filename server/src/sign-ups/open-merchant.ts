import { v7 as uuidv7 } from 'uuid';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { recordOperation } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { createMerchant, type FirstDetails, firstProfile } from '../merchants/first-profile.ts';
import { prepareInvitation } from '../users/invite-user.ts';
import { findPendingSignUp, updateDecidedSignUp } from './sign-up-queries.ts';

export { listSignUps as listSignUpRequests } from './sign-up-queries.ts';

/** Invites the owner; undefined without an open request. Throws `username_taken` and `busy`. */
export async function approveSignUp(
  deps: Pick<Deps, 'db' | 'clock' | 'identity' | 'portalUrl' | 'secrets'>,
  id: string,
): Promise<Merchant | undefined> {
  const { db, clock } = deps;
  const request = await findPendingSignUp(db, id);
  if (!request) return undefined;
  const { company, language, location, name, email, phone } = request;
  const create = await prepareMerchant(deps, {
    name: company,
    language,
    location,
    owner: { name, email, phone },
  });
  return db.transaction().execute(async (trx) => {
    const isOpen = await updateDecidedSignUp(trx, id, { state: 'approved' }, clock.now());
    if (!isOpen) return undefined;
    const merchant = await create(trx);
    await updateDecidedSignUp(trx, id, { merchantId: merchant.id }, clock.now());
    return merchant;
  });
}

/** False without an open request. */
export function declineSignUp(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  return updateDecidedSignUp(db, id, { state: 'declined' }, clock.now());
}

export interface NewMerchant extends Omit<FirstDetails, 'id'> {
  /** `email` becomes the username. */
  owner: { name: string; email: string; phone: string | undefined };
}

/** Returns a function for a transaction. Throws `busy`, the function `username_taken`. */
export async function prepareMerchant(
  deps: Pick<Deps, 'clock' | 'identity' | 'portalUrl' | 'secrets'>,
  newMerchant: NewMerchant,
): Promise<(trx: Executor) => Promise<Merchant>> {
  const id = uuidv7({ msecs: deps.clock.now() });
  const merchant = firstProfile({ ...newMerchant, id });
  const { name, email, phone } = newMerchant.owner;
  const owner = { username: email, name, phone, role: 'owner' } as const;
  const invite = await prepareInvitation(deps, merchant, owner, { actor: 'operator' });
  return async (trx) => {
    await createMerchant(trx, merchant);
    const { id: merchantId, name: subject } = merchant;
    await recordOperation(trx, deps.clock, { action: 'merchant.created', subject, merchantId });
    await invite(trx);
    return merchant;
  };
}
