import {
  type NewShipstationIntegration,
  type ShipstationIntegration,
  shipstationEndpoints,
} from '@portage/contract/shop/shipstation';
import { ApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Deps } from '../deps.ts';
import type { CallerSession } from '../http/session.ts';
import { deleteIntegration, findIntegration, upsertIntegration } from './shipstation-queries.ts';
import type { FastifyInstance } from 'fastify';
import { addRoute, JsonText } from '../http/endpoint-route.ts';

/** The calls of the ShipStation integration. */
export function shipstationRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, shipstationEndpoints.get, async ({ session }) => {
    const integration = await getShipstationIntegration(deps, session);
    return integration ?? new JsonText('null');
  });
  addRoute(app, shipstationEndpoints.save, ({ body, session, address }) =>
    saveShipstationIntegration(deps, body, { session, address }),
  );
  addRoute(app, shipstationEndpoints.remove, async ({ session, address }) => {
    await removeShipstationIntegration(deps, { session, address });
    return null;
  });
}

interface Asker {
  session: CallerSession;
  address: string;
}

/** The row that an API key is encrypted for. */
const rowOf = (merchantId: string) =>
  ({ table: 'shipstation_integrations', key: [merchantId] }) as const;

/** The merchant's integration, for members with its key masked; undefined while there is none. */
async function getShipstationIntegration(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { merchantId, role }: CallerSession,
): Promise<ShipstationIntegration | undefined> {
  const stored = await findIntegration(db, merchantId);
  if (!stored) return undefined;
  const { encryptedApiKey, ...settings } = stored;
  const apiKey = secrets.decrypt(rowOf(merchantId), encryptedApiKey).toString();
  return { apiKey: role === 'owner' ? apiKey : `••••${apiKey.slice(-4)}`, ...settings };
}

/**
 * Connects ShipStation, or replaces the settings; the API key is stored encrypted. Keys of other
 * merchants are not compared: the answer would tell a stranger that a guessed key is in use.
 */
async function saveShipstationIntegration(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  integration: NewShipstationIntegration,
  { session, address }: Asker,
): Promise<{ shipstation: ShipstationIntegration }> {
  const { merchantId, username } = session;
  const { apiKey, ...settings } = integration;
  await db.transaction().execute(async (trx) => {
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

/** Disconnects ShipStation. Throws `shipstation_not_connected`. */
async function removeShipstationIntegration(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { session, address }: Asker,
): Promise<void> {
  const { merchantId, username } = session;
  await db.transaction().execute(async (trx) => {
    const isDeleted = await deleteIntegration(trx, merchantId);
    if (!isDeleted) throw new ApiError('shipstation_not_connected');
    await recordSecurityEvent(trx, {
      at: clock.now(),
      action: 'shipstation.disconnected',
      actor: username,
      merchantId,
      address,
    });
  });
}
