import { v7 as uuidv7 } from 'uuid';
import type { PasskeyCreationOptions, PasskeyRegistration } from '@portage/contract/users/passkeys';
import {
  type AddedFactor,
  type AppSetUp,
  MOST_PASSKEYS,
} from '@portage/contract/users/second-factor';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';
import type { SecondFactorChange } from '../mail/second-factor-mail.ts';
import { deleteApp, updateAppConfirmed } from './app-queries.ts';
import { isAppCode, startApp } from './authenticator-app.ts';
import {
  countFactors,
  findRequirement,
  lockFactorsOfUser,
  replaceRecoveryCodes,
  updateFactorChecked,
} from './factor-queries.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { deletePasskey, insertPasskey } from './passkey-queries.ts';
import { passkeyCreationOptions, readRegistration } from './passkeys.ts';
import { inSession, limitFactorChecks } from './prove-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { tellOfChange } from './tell-of-change.ts';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'identity' | 'portalUrl'>;

/** Who changes their second factors, and from where. */
interface Caller {
  session: CallerSession;
  address: string;
}

/** Throws `second_factor_not_offered` where another identity provider checks passwords. */
export function requireOffered({ identity }: Pick<Deps, 'identity'>): void {
  if (!identity.offersSecondFactor) throw new ApiError('second_factor_not_offered');
}

/** Begins to add an authenticator app. Throws `second_factor_not_offered`, `authenticator_app_exists`. */
export async function beginApp(deps: NeededDeps, { session }: Caller): Promise<AppSetUp> {
  requireOffered(deps);
  return startApp(deps, session);
}

/** Adds the app that was begun. Throws `second_factor_wrong` and `too_many_attempts`. */
export async function addApp(deps: NeededDeps, code: string, caller: Caller): Promise<AddedFactor> {
  requireOffered(deps);
  const { session, address } = caller;
  const { userId } = session;
  await limitFactorChecks(deps, session, inSession(session, address), () =>
    isAppCode(deps, { userId, code, isConfirmed: false }),
  );
  return addFactor(deps, caller, 'appAdded', async (trx) => {
    const isAdded = await updateAppConfirmed(trx, userId, deps.clock.now());
    if (!isAdded) throw new ApiError('authenticator_app_exists');
  });
}

/** Begins to add a passkey. Throws `second_factor_not_offered` and `too_many_passkeys`. */
export async function beginPasskey(
  deps: NeededDeps,
  { session }: Caller,
): Promise<PasskeyCreationOptions> {
  requireOffered(deps);
  await requireRoom(deps.db, session.userId);
  return passkeyCreationOptions(deps, session);
}

/** Adds a passkey that the browser created. Throws `second_factor_wrong` and `too_many_passkeys`. */
export async function addPasskey(
  deps: NeededDeps,
  { name, response }: { name: string; response: PasskeyRegistration },
  caller: Caller,
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

/** Adds a factor, which the session has just shown; with the first one come recovery codes. */
async function addFactor(
  deps: NeededDeps,
  { session, address }: Caller,
  change: SecondFactorChange,
  add: (trx: Executor) => Promise<void>,
): Promise<AddedFactor> {
  const { userId, username, merchantId, sessionId } = session;
  const recovery = await makeRecoveryCodes(deps, userId);
  return deps.db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    const { hasApp, passkeys } = await countFactors(trx, userId);
    const isFirst = !hasApp && passkeys === 0;
    await add(trx);
    if (isFirst) {
      await recovery.store(trx);
      // A device is known once the second step was completed on it.
      await forgetDevices({ db: trx }, username);
    }
    if (sessionId !== undefined) await updateFactorChecked(trx, sessionId, deps.clock.now());
    await tellOfChange(trx, deps, { change, username, merchantId, actor: username, address });
    return isFirst ? { recoveryCodes: recovery.codes } : {};
  });
}

/** Removes the authenticator app. Throws `second_factor_not_found` and `second_factor_is_required`. */
export function removeApp(deps: NeededDeps, caller: Caller): Promise<void> {
  return removeFactor(deps, caller, 'appRemoved', (trx) => deleteApp(trx, caller.session.userId));
}

/** Removes a passkey. Throws `second_factor_not_found` and `second_factor_is_required`. */
export function removePasskey(deps: NeededDeps, id: string, caller: Caller): Promise<void> {
  return removeFactor(deps, caller, 'passkeyRemoved', (trx) =>
    deletePasskey(trx, caller.session.userId, id),
  );
}

/** Removes a factor; with the last one go the recovery codes. */
async function removeFactor(
  deps: NeededDeps,
  { session, address }: Caller,
  change: SecondFactorChange,
  remove: (trx: Executor) => Promise<boolean>,
): Promise<void> {
  const { userId, username, merchantId } = session;
  await deps.db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    if (!(await remove(trx))) throw new ApiError('second_factor_not_found');
    const { hasApp, passkeys } = await countFactors(trx, userId);
    if (!hasApp && passkeys === 0) {
      if (await findRequirement(trx, merchantId)) throw new ApiError('second_factor_is_required');
      await replaceRecoveryCodes(trx, userId, []);
    }
    await tellOfChange(trx, deps, { change, username, merchantId, actor: username, address });
  });
}

/** Replaces the recovery codes. Throws `second_factor_not_found` for somebody without a factor. */
export async function newRecoveryCodes(
  deps: NeededDeps,
  { session, address }: Caller,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, username, merchantId } = session;
  const { codes, store } = await makeRecoveryCodes(deps, userId);
  await deps.db.transaction().execute(async (trx) => {
    await lockFactorsOfUser(trx, userId);
    const { hasApp, passkeys } = await countFactors(trx, userId);
    if (!hasApp && passkeys === 0) throw new ApiError('second_factor_not_found');
    await store(trx);
    const change = 'recoveryCodesReplaced';
    await tellOfChange(trx, deps, { change, username, merchantId, actor: username, address });
  });
  return { recoveryCodes: codes };
}
