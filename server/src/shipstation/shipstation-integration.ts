import type { ShipstationIntegration } from '@portage/contract/shop/shipstation';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { lookupHash } from '../secrets/get-secret.ts';
import type { Session } from '../sessions/identity.ts';
import {
  claimKey,
  deleteIntegration,
  findIntegration,
  releaseKey,
  upsertIntegration,
} from './shipstation-queries.ts';

/** Who changes the integration, and from where. */
interface Asker {
  session: Session;
  address: string;
}

/** The row that an API key is encrypted for. */
const rowOf = (merchantId: string) =>
  ({ table: 'shipstation_integrations', key: [merchantId] }) as const;

/** The merchant's integration; undefined while there is none. */
export async function getShipstationIntegration(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  merchantId: string,
): Promise<ShipstationIntegration | undefined> {
  const stored = await findIntegration(db, merchantId);
  if (!stored) return undefined;
  const { encryptedApiKey, ...settings } = stored;
  const apiKey = secrets.decrypt(rowOf(merchantId), encryptedApiKey).toString();
  return { apiKey, ...settings };
}

/**
 * Connects ShipStation, or replaces the settings. The API key is stored encrypted, and found by its
 * keyed hash. Throws `shipstation_key_unavailable` for a key of another merchant, without saying whose.
 */
export async function saveShipstationIntegration(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  integration: ShipstationIntegration,
  { session, address }: Asker,
): Promise<{ shipstation: ShipstationIntegration }> {
  const { db, clock, secrets } = deps;
  const { merchantId, username } = session;
  const { apiKey, ...settings } = integration;
  const keyHash = await lookupHash(deps, 'shipstation', apiKey);
  await db.transaction().execute(async (trx) => {
    const isOurs = await claimKey(trx, merchantId, keyHash);
    if (!isOurs) throw new ApiError('shipstation_key_unavailable');
    const encryptedApiKey = secrets.encrypt(rowOf(merchantId), apiKey);
    await upsertIntegration(trx, merchantId, { encryptedApiKey, ...settings });
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'shipstation.connected',
      actor: username,
      merchantId,
      address,
    });
  });
  return { shipstation: integration };
}

/** Disconnects ShipStation: calls with its API key are no longer the merchant’s. Throws `shipstation_not_connected`. */
export async function removeShipstationIntegration(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { session, address }: Asker,
): Promise<void> {
  const { merchantId, username } = session;
  await db.transaction().execute(async (trx) => {
    const isDeleted = await deleteIntegration(trx, merchantId);
    if (!isDeleted) throw new ApiError('shipstation_not_connected');
    await releaseKey(trx, merchantId);
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'shipstation.disconnected',
      actor: username,
      merchantId,
      address,
    });
  });
}
