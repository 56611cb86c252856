import type { FastifyInstance } from 'fastify';
import { fieldMessages } from '@portage/contract/field-messages';
import {
  type NewShipstationIntegration,
  type ShipstationIntegration,
  type ShipstationStatus,
  shipstationEndpoints,
} from '@portage/contract/shipstation/integration';
import { ApiError, invalidField } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import type { Asker, Session } from '../http/session.ts';
import { hashOfKey } from './connect-account.ts';
import {
  deleteIntegration,
  deleteKey,
  disconnect,
  findIntegration,
  findKeyOwner,
  insertKey,
  listCalls,
  upsertIntegration,
} from './shipstation-queries.ts';

export function shipstationRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, shipstationEndpoints.get, async ({ session }) => {
    const integration = await getShipstationIntegration(deps, session);
    return integration ?? new JsonText('null');
  });
  addRoute(app, shipstationEndpoints.status, ({ session }) => getStatus(deps, session.merchantId));
  addRoute(app, shipstationEndpoints.save, ({ body, session, address }) =>
    saveShipstationIntegration(deps, body, { session, address }),
  );
  addRoute(app, shipstationEndpoints.remove, ({ session, address }) =>
    removeShipstationIntegration(deps, { session, address }),
  );
}

/** Binds the encrypted API key to its row. */
const rowOf = (merchantId: string) =>
  ({ table: 'shipstation_integrations', key: [merchantId] }) as const;

/** Connection and last calls. Throws `shipstation_not_connected`. */
async function getStatus({ db }: Pick<Deps, 'db'>, merchantId: string): Promise<ShipstationStatus> {
  const [integration, calls] = await Promise.all([
    findIntegration(db, merchantId),
    listCalls(db, merchantId),
  ]);
  if (!integration) throw new ApiError('shipstation_not_connected');
  const { connectedAt } = integration;
  return {
    ...(connectedAt !== null && { connectedAt }),
    calls: calls.map(({ code, trackingNumber, ...call }) => ({
      ...call,
      ...(code && { code }),
      ...(trackingNumber && { trackingNumber }),
    })),
  };
}

/** Masks the key for members. Undefined when not connected. */
async function getShipstationIntegration(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { merchantId, role }: Session,
): Promise<ShipstationIntegration | undefined> {
  const stored = await findIntegration(db, merchantId);
  if (!stored) return undefined;
  const { encryptedApiKey, labelFileFormat, includePackingSlip } = stored;
  const settings = { labelFileFormat, includePackingSlip };
  const apiKey = secrets.decrypt(rowOf(merchantId), encryptedApiKey).toString();
  return { apiKey: role === 'owner' ? apiKey : `••••${apiKey.slice(-4)}`, ...settings };
}

/** A new key ends the old connection. Throws `invalid_request` for another merchant's key. */
async function saveShipstationIntegration(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  integration: NewShipstationIntegration,
  asker: Asker,
): Promise<{ shipstation: ShipstationIntegration }> {
  const { db, clock, secrets } = deps;
  const { merchantId } = asker.session;
  const { apiKey, ...settings } = integration;
  const keyHash = await hashOfKey(deps, apiKey);
  await db.transaction().execute(async (trx) => {
    const encryptedApiKey = secrets.encrypt(rowOf(merchantId), apiKey);
    await upsertIntegration(trx, merchantId, { encryptedApiKey, ...settings });
    if ((await findKeyOwner(trx, keyHash)) !== merchantId) {
      await deleteKey(trx, merchantId);
      await disconnect(trx, merchantId);
      const isOurs = await insertKey(trx, merchantId, keyHash);
      if (!isOurs) throw invalidField('apiKey', fieldMessages.shipstationKeyUnusable);
    }
    await recordActionOf(asker, trx, clock, { action: 'shipstation.connected' });
  });
  return { shipstation: integration };
}

/** Throws `shipstation_not_connected`. */
async function removeShipstationIntegration(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asker: Asker,
): Promise<void> {
  const { merchantId } = asker.session;
  await db.transaction().execute(async (trx) => {
    const isDeleted = await deleteIntegration(trx, merchantId);
    if (!isDeleted) throw new ApiError('shipstation_not_connected');
    await recordActionOf(asker, trx, clock, { action: 'shipstation.disconnected' });
  });
}
