import type { NewUser } from '@portage/contract/users/users';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Session } from '../sessions/identity.ts';
import { prepareInvitation } from './invite-user.ts';
import { limitUserCreation } from './limit-user-creation.ts';

/** Who asks for a user, and with which `Idempotency-Key`. */
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
