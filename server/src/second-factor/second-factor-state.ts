import type { SecondFactorState } from '@portage/contract/users/second-factor';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';
import { findApp } from './app-queries.ts';
import { requireOffered } from './change-factors.ts';
import { countFactors, findRequirement, updateRequirement } from './factor-queries.ts';
import { listPasskeys } from './passkey-queries.ts';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

/** The second factors of whoever is signed in, and whether they need one. */
export async function readSecondFactorState(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  { userId, merchantId }: CallerSession,
): Promise<SecondFactorState> {
  const isOffered = identity.offersSecondFactor;
  if (!isOffered) return { isOffered, isRequired: false, passkeys: [], recoveryCodesLeft: 0 };
  const [app, passkeys, counts, isRequired] = await Promise.all([
    findApp(db, userId),
    listPasskeys(db, userId),
    countFactors(db, userId),
    findRequirement(db, merchantId),
  ]);
  const appAddedAt = app?.confirmedAt ?? null;
  return {
    isOffered,
    isRequired,
    ...(appAddedAt !== null && { appAddedAt }),
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      addedAt,
      ...(lastUsedAt !== null && { lastUsedAt }),
    })),
    recoveryCodesLeft: counts.recoveryCodes,
  };
}

/** Whether an owner of the merchant requires a second factor of every person. */
export function isFactorRequired(db: Executor, merchantId: string): Promise<boolean> {
  return findRequirement(db, merchantId);
}

/**
 * Requires a second factor of every person of the merchant from their next sign-in on, or no longer.
 * Throws `second_factor_not_offered`, and `own_second_factor_missing` for an owner who has none.
 */
export async function requireSecondFactor(
  deps: NeededDeps,
  isRequired: boolean,
  { session, address }: { session: CallerSession; address: string },
): Promise<SecondFactorState> {
  requireOffered(deps);
  const { userId, username, merchantId } = session;
  await deps.db.transaction().execute(async (trx) => {
    const { hasApp, passkeys } = await countFactors(trx, userId);
    if (isRequired && !hasApp && passkeys === 0) throw new ApiError('own_second_factor_missing');
    await updateRequirement(trx, merchantId, isRequired);
    await recordSecurityEvent(trx, {
      at: deps.clock.now(),
      action: isRequired ? 'second_factor.required' : 'second_factor.optional',
      actor: username,
      merchantId,
      address,
    });
  });
  return readSecondFactorState(deps, session);
}
