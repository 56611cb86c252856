import { v7 as uuidv7 } from 'uuid';
import type { PasskeyCreationOptions, PasskeyRegistration } from '@portage/contract/users/passkeys';
import {
  type AddedFactor,
  type AppSetUp,
  MOST_PASSKEYS,
  type SecondFactorState,
} from '@portage/contract/users/second-factor';
import { ApiError } from '../api-error.ts';
import { recordActionOf, recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Asker, Session } from '../http/session.ts';
import { queueMail } from '../mail/outbox.ts';
import { type SecondFactorChange, SECOND_FACTOR_CHANGES } from '../mail/write-mail.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import { isAppCode, startApp } from './authenticator-app.ts';
import { passkeyCreationOptions, readRegistration } from './passkeys.ts';
import {
  inSession,
  limitFactorChecks,
  makeRecoveryCodes,
  type FactorHolder,
} from './prove-factor.ts';
import {
  deleteApp,
  updateAppConfirmed,
  countFactors,
  findRequirement,
  lockFactorsOfUser,
  replaceRecoveryCodes,
  updateFactorChecked,
  deletePasskey,
  insertPasskey,
  deleteFactors,
  findApp,
  updateRequirement,
  listPasskeys,
} from './second-factor-queries.ts';

export { findFactorHolders, findRequirement as isFactorRequired } from './second-factor-queries.ts';

const ACTIONS = {
  appAdded: 'second_factor.added',
  appRemoved: 'second_factor.removed',
  passkeyAdded: 'second_factor.added',
  passkeyRemoved: 'second_factor.removed',
  recoveryCodesReplaced: 'second_factor.recovery_codes_replaced',
  reset: 'second_factor.reset',
} as const satisfies Record<SecondFactorChange, string>;

interface Told {
  change: SecondFactorChange;
  username: string;
  merchantId: string;
  /** A username, or `operator`. */
  actor: string;
  address?: string;
}

/** Records the change, and mails the user in the merchant's language. */
async function tellOfChange(
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

/** Ends the sessions of a user who lost theirs, and mails them. False where there is none. */
export async function removeFactors(
  trx: Executor,
  deps: Pick<Deps, 'clock' | 'portalUrl' | 'secrets'>,
  { userId, username, merchantId }: FactorHolder,
  by: { actor: string; address?: string },
): Promise<boolean> {
  await lockFactorsOfUser(trx, userId);
  const { hasFactor } = await countFactors(trx, userId);
  if (!hasFactor) return false;
  await deleteFactors(trx, userId);
  await revokeAllRefreshTokens(trx, userId);
  await tellOfChange(trx, deps, { change: 'reset', username, merchantId, ...by });
  return true;
}

type StateDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

export async function readSecondFactorState(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  { userId, merchantId }: Session,
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

/** Applies at the next sign-in. Throws `second_factor_not_offered`, `own_second_factor_missing`. */
export async function requireSecondFactor(
  deps: StateDeps,
  isRequired: boolean,
  asker: Asker,
): Promise<SecondFactorState> {
  requireOffered(deps);
  const { userId, merchantId } = asker.session;
  await deps.db.transaction().execute(async (trx) => {
    const { hasFactor } = await countFactors(trx, userId);
    if (isRequired && !hasFactor) throw new ApiError('own_second_factor_missing');
    await updateRequirement(trx, merchantId, isRequired);
    const action = isRequired ? 'second_factor.required' : 'second_factor.optional';
    await recordActionOf(asker, trx, deps.clock, { action });
  });
  return readSecondFactorState(deps, asker.session);
}

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'identity' | 'portalUrl'>;

/** Throws `second_factor_not_offered` for another identity provider. */
function requireOffered({ identity }: Pick<Deps, 'identity'>): void {
  if (!identity.offersSecondFactor) throw new ApiError('second_factor_not_offered');
}

/** Throws `second_factor_not_offered`, `authenticator_app_exists`. */
export async function beginApp(deps: NeededDeps, { session }: Asker): Promise<AppSetUp> {
  requireOffered(deps);
  return startApp(deps, session);
}

/** Throws `second_factor_not_offered`, `second_factor_wrong` and `too_many_attempts`. */
export async function addApp(deps: NeededDeps, code: string, caller: Asker): Promise<AddedFactor> {
  requireOffered(deps);
  const { session, address } = caller;
  const { userId } = session;
  await limitFactorChecks(deps, session, inSession(session, address), () =>
    isAppCode(deps, { userId, code, isConfirmed: false }),
  );
  return addFactor(deps, caller, 'appAdded', async (trx) => {
    const isAdded = await updateAppConfirmed(trx, userId, deps.clock.now());
    if (!isAdded) throw new ApiError('second_factor_wrong');
  });
}

/** Throws `second_factor_not_offered` and `too_many_passkeys`. */
export async function beginPasskey(
  deps: NeededDeps,
  { session }: Asker,
): Promise<PasskeyCreationOptions> {
  requireOffered(deps);
  await requireRoom(deps.db, session.userId);
  return passkeyCreationOptions(deps, session);
}

/** Throws `second_factor_not_offered`, `second_factor_wrong` and `too_many_passkeys`. */
export async function addPasskey(
  deps: NeededDeps,
  { name, response }: { name: string; response: PasskeyRegistration },
  caller: Asker,
): Promise<AddedFactor> {
  requireOffered(deps);
  const { userId } = caller.session;
  const credential = await readRegistration(deps, userId, response);
  if (!credential) throw new ApiError('second_factor_wrong');
  const now = deps.clock.now();
  return addFactor(deps, caller, 'passkeyAdded', async (trx) => {
    await requireRoom(trx, userId);
    await insertPasskey(trx, userId, {
      id: uuidv7({ msecs: now }),
      credentialId: credential.id,
      publicKey: Uint8Array.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name,
      addedAt: now,
    });
  });
}

async function requireRoom(db: Executor, userId: string): Promise<void> {
  const { passkeys } = await countFactors(db, userId);
  if (passkeys >= MOST_PASSKEYS) throw new ApiError('too_many_passkeys', { limit: MOST_PASSKEYS });
}

/** Counts as shown in the session; the first factor brings recovery codes. */
async function addFactor(
  deps: NeededDeps,
  { session, address }: Asker,
  change: SecondFactorChange,
  add: (trx: Executor) => Promise<void>,
): Promise<AddedFactor> {
  const { userId, username, merchantId, sessionId } = session;
  const recovery = await makeRecoveryCodes(deps, userId);
  return deps.db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    const { hasFactor } = await countFactors(trx, userId);
    await add(trx);
    if (!hasFactor) {
      await recovery.store(trx);
      // Devices must complete the second step to be known.
      await forgetDevices(trx, username);
    }
    if (sessionId !== undefined) await updateFactorChecked(trx, sessionId, deps.clock.now());
    await tellOfChange(trx, deps, { change, username, merchantId, actor: username, address });
    return hasFactor ? {} : { recoveryCodes: recovery.codes };
  });
}

/** Throws `second_factor_not_found` and `second_factor_is_required`. */
export function removeApp(deps: NeededDeps, caller: Asker): Promise<void> {
  return removeFactor(deps, caller, 'appRemoved', (trx) => deleteApp(trx, caller.session.userId));
}

/** Throws `second_factor_not_found` and `second_factor_is_required`. */
export function removePasskey(deps: NeededDeps, id: string, caller: Asker): Promise<void> {
  return removeFactor(deps, caller, 'passkeyRemoved', (trx) =>
    deletePasskey(trx, caller.session.userId, id),
  );
}

/** The last factor takes the recovery codes with it. */
async function removeFactor(
  deps: NeededDeps,
  { session, address }: Asker,
  change: SecondFactorChange,
  remove: (trx: Executor) => Promise<boolean>,
): Promise<void> {
  const { userId, username, merchantId } = session;
  await deps.db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    if (!(await remove(trx))) throw new ApiError('second_factor_not_found');
    const { hasFactor } = await countFactors(trx, userId);
    if (!hasFactor) {
      if (await findRequirement(trx, merchantId)) throw new ApiError('second_factor_is_required');
      await replaceRecoveryCodes(trx, userId, []);
    }
    await tellOfChange(trx, deps, { change, username, merchantId, actor: username, address });
  });
}

/** Throws `second_factor_not_found` for a user without a factor. */
export async function newRecoveryCodes(
  deps: NeededDeps,
  { session, address }: Asker,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, username, merchantId } = session;
  const { codes, store } = await makeRecoveryCodes(deps, userId);
  await deps.db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    const { hasFactor } = await countFactors(trx, userId);
    if (!hasFactor) throw new ApiError('second_factor_not_found');
    await store(trx);
    const change = 'recoveryCodesReplaced';
    await tellOfChange(trx, deps, { change, username, merchantId, actor: username, address });
  });
  return { recoveryCodes: codes };
}
