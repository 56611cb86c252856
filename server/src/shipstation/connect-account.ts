import { v7 as uuidv7 } from 'uuid';
import type { RegisterResponse } from '@portage/contract/shipstation/connect';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import {
  type Authenticator,
  basicPassword,
  type ShipstationCaller,
} from '../http/authentication.ts';
import { lookupHash, type SecretDeps } from '../secrets/get-secret.ts';
import { countMiss, refuseAfterMisses } from '../throttle/attempts.ts';
import { connect, findActiveIntegration, findKeyOwner } from './shipstation-queries.ts';

const USERNAME = 'shipstation';

/** Username of the credentials; only the key identifies the merchant. */
const CREDENTIALS_NAME = 'portage';

export const hashOfKey = (deps: SecretDeps, key: string): Promise<Buffer> =>
  lookupHash(deps, 'shipstation-keys', key);

/** Throws `invalid_shipstation_key`. */
async function callerOf(deps: Pick<Deps, 'db' | 'secrets'>, key: string | undefined) {
  const keyHash = key === undefined ? undefined : await hashOfKey(deps, key);
  const merchantId = keyHash && (await findKeyOwner(deps.db, keyHash));
  const integration = merchantId && (await findActiveIntegration(deps.db, merchantId));
  if (!merchantId || !integration) throw new ApiError('invalid_shipstation_key');
  const { connectionId, ...settings } = integration;
  return {
    keyHash,
    connectionId,
    caller: { merchantId, username: USERNAME, ...settings } as const,
  };
}

/** Authenticates ShipStation by a merchant's key. Throws `invalid_shipstation_key`. */
export function shipstationAuthenticator(
  deps: Pick<Deps, 'db' | 'secrets'>,
): Authenticator<'shipstation'> {
  return async ({ headers }) => {
    const { caller } = await callerOf(deps, basicPassword(headers.authorization));
    return caller;
  };
}

interface Registration {
  key: string;
  /** Id of the connection to renew. */
  connectionId: unknown;
  address: string;
}

/** Throws `invalid_shipstation_key`, `connect_connected_already`, `too_many_attempts`. */
export async function register(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { key, connectionId, address }: Registration,
): Promise<RegisterResponse & { caller: ShipstationCaller }> {
  const { db, clock } = deps;
  await refuseAfterMisses(deps, 'shipstation-key', address);
  const found = await callerOf(deps, key).catch(async (error: unknown) => {
    await countMiss(deps, 'shipstation-key', address);
    throw error;
  });
  const { caller } = found;
  const answer = (id: string) => ({
    caller,
    credentials: { username: CREDENTIALS_NAME, password: key },
    metadata: { connection_id: id },
  });
  if (found.connectionId !== null && found.connectionId === connectionId) {
    return answer(found.connectionId);
  }
  const now = clock.now();
  const id = uuidv7({ msecs: now });
  await db.transaction().execute(async (trx) => {
    const isNew = await connect(trx, caller.merchantId, { connectionId: id, now });
    if (!isNew) throw new ApiError('connect_connected_already');
    const isReplaced = (await findKeyOwner(trx, found.keyHash)) !== caller.merchantId;
    if (isReplaced) throw new ApiError('invalid_shipstation_key');
    await recordSecurityEvent(trx, {
      at: now,
      action: 'shipstation.registered',
      actor: USERNAME,
      merchantId: caller.merchantId,
      address,
    });
  });
  return answer(id);
}
