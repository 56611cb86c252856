import type { ShopConnection, ShopRefusal } from '@portage/contract/shop/shop-link';
import type { EpochMillis } from '@portage/contract/time';
import { ignoring, isApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import { insertJob } from '../jobs/job-queries.ts';
import {
  carrierServiceCreateDocument,
  carrierServicesDocument,
  carrierServiceUpdateDocument,
  changedOrderNamesDocument,
  webhookCreateDocument,
  webhookDeleteDocument,
  webhooksDocument,
} from './shop-documents.ts';
import {
  findShop,
  findShopMerchant,
  listShopMerchants,
  type StoredShop,
  updateShop,
} from './shop-queries.ts';
import {
  type Ask,
  getShop,
  refusalText,
  type ShopDeps,
  whileLinked,
  withShop,
} from './with-shop.ts';

/** Job: sets up every linked shop again, or those that call another address. */
export async function connectShops(
  { db, shopPlatform }: Pick<ShopDeps, 'db' | 'shopPlatform'>,
  { moved }: { moved: boolean },
): Promise<void> {
  for (const { merchantId } of await listShopMerchants(db)) {
    const shop = await findShop(db, merchantId);
    if (!shop?.encryptedToken) continue;
    if (moved && shop.callbackUrl === shopPlatform.callbackUrl) continue;
    await insertJob(db, 'connect-shop', { merchantId }, { key: `connect ${merchantId}` });
  }
}

/** Admin API topics with our paths; the app's settings hold the privacy topics. */
const TOPICS = {
  ORDERS_CREATE: 'orders/create',
  ORDERS_UPDATED: 'orders/updated',
  ORDERS_CANCELLED: 'orders/cancelled',
  APP_UNINSTALLED: 'app/uninstalled',
} as const;

const RATES_PATH = '/carrier_rates';

/** Parts of a report from the shop. */
export type CheckedConnection = Omit<ShopConnection, 'refusals' | 'readAt' | 'lastError'>;

interface Mutation {
  userErrors: { message: string }[];
}

interface Wanted {
  webhooks: { topic: string; uri: string }[];
  ratesUrl: string;
}

const wantedOf = ({ shopPlatform: { callbackUrl } }: ShopDeps): Wanted => ({
  webhooks: Object.entries(TOPICS).map(([topic, path]) => {
    return { topic, uri: `${callbackUrl}/webhooks/${path}` };
  }),
  ratesUrl: `${callbackUrl}${RATES_PATH}`,
});

/** Reads our webhooks and carrier service; none where the shop refuses them. */
async function readSetUp(ask: Ask) {
  const listed = await ask(webhooksDocument, {}).catch(ignoring('shop_rejected'));
  const offered = await ask(carrierServicesDocument, {}).catch(ignoring('shop_rejected'));
  const services = offered?.carrierServices.nodes ?? [];
  return {
    webhooks: listed?.webhookSubscriptions.nodes ?? [],
    service: services.find(({ callbackUrl }) => callbackUrl?.endsWith(RATES_PATH)),
  };
}

/** Sets up webhooks and rates, and notes refusals. Throws `shop_unavailable`, `shop_frozen`. */
export async function connectShop(deps: ShopDeps, merchantId: string): Promise<void> {
  const { db, shopPlatform } = deps;
  const wanted = wantedOf(deps);
  await whileLinked(() =>
    withShop(deps, { merchantId }, async (ask, { shop }) => {
      const refusals: ShopRefusal[] = [];
      const change = async (part: string, asked: Promise<Record<string, Mutation>>) => {
        try {
          const [error] = Object.values(await asked).flatMap(({ userErrors }) => userErrors);
          if (error) refusals.push({ part, message: error.message });
        } catch (error) {
          if (!isApiError(error, 'shop_rejected')) throw error;
          refusals.push({ part, message: refusalText(error) });
        }
      };
      const { webhooks, service } = await readSetUp(ask);
      for (const { topic, uri } of wanted.webhooks) {
        const those = webhooks.filter((one) => one.topic === topic);
        for (const { id } of those.filter((one) => one.uri !== uri)) {
          await change(topic, ask(webhookDeleteDocument, { id }));
        }
        if (those.some((one) => one.uri === uri)) continue;
        await change(topic, ask(webhookCreateDocument, { topic, uri }));
      }
      const { ratesUrl: callbackUrl } = wanted;
      if (!service) {
        const input = {
          name: 'Portage',
          callbackUrl,
          supportsServiceDiscovery: true,
          active: true,
        };
        await change('rates', ask(carrierServiceCreateDocument, { input }));
      } else if (service.callbackUrl !== callbackUrl || !service.active) {
        const input = { id: service.id, callbackUrl, active: true };
        await change('rates', ask(carrierServiceUpdateDocument, { input }));
      }
      await updateShop(db, merchantId, { refusals, callbackUrl: shopPlatform.callbackUrl }, shop);
      await check(deps, { merchantId, shop }, ask);
    }),
  );
  await insertJob(db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });
}

/** Reads and stores how a shop is connected now. */
async function check(
  deps: ShopDeps,
  { merchantId, shop }: { merchantId: string; shop: string },
  ask: Ask,
): Promise<CheckedConnection> {
  const wanted = wantedOf(deps);
  const { webhooks, service } = await readSetUp(ask);
  const present = wanted.webhooks.filter(({ topic, uri }) =>
    webhooks.some((one) => one.topic === topic && one.uri === uri),
  );
  const uris = wanted.webhooks.map(({ uri }) => uri);
  const ordersRefused = await whyNoOrders(ask);
  const connection: CheckedConnection = {
    webhooks: present.length,
    webhooksNeeded: wanted.webhooks.length,
    hasRates: service?.active === true && service.callbackUrl === wanted.ratesUrl,
    isAddressCurrent:
      webhooks.every(({ uri }) => uris.includes(uri)) &&
      (!service || service.callbackUrl === wanted.ratesUrl),
    ...(ordersRefused !== undefined && { ordersRefused }),
  };
  await updateShop(deps.db, merchantId, { connection, checkedAt: deps.clock.now() }, shop);
  return connection;
}

/** Throws as `withShop`. */
export async function readConnection(deps: ShopDeps, merchantId: string): Promise<ShopConnection> {
  const live = await withShop(deps, { merchantId }, (ask, { shop }) =>
    check(deps, { merchantId, shop }, ask),
  );
  return { ...live, ...notesOf(await getShop(deps, merchantId)) };
}

/** Parts of a report that are stored as they happen. */
const notesOf = ({ refusals, reconciledAt, lastError, lastErrorAt }: StoredShop) => ({
  refusals: JSON.parse(refusals) as ShopRefusal[],
  ...(reconciledAt !== null && { readAt: reconciledAt }),
  ...(lastError !== null &&
    lastErrorAt !== null && { lastError: { message: lastError, at: lastErrorAt } }),
});

export interface OperatedShop extends Partial<ShopConnection> {
  shop: string;
  merchantId: string;
  isAuthorized: boolean;
  /** Absent before the first check. */
  checkedAt?: EpochMillis;
}

/** Lists the linked shops with their last reports, for operators. */
export async function listShops(db: Executor): Promise<OperatedShop[]> {
  const shops: OperatedShop[] = [];
  for (const { shop, merchantId } of await listShopMerchants(db)) {
    const stored = await findShop(db, merchantId);
    if (!stored) continue;
    const { connection, checkedAt, encryptedToken } = stored;
    shops.push({
      ...{ shop, merchantId, isAuthorized: encryptedToken !== null },
      ...(connection !== null && (JSON.parse(connection) as CheckedConnection)),
      ...notesOf(stored),
      ...(checkedAt !== null && { checkedAt }),
    });
  }
  return shops;
}

/** Lets a running server set up a shop again. False when no merchant is linked. */
export async function queueConnect(db: Executor, shop: string): Promise<boolean> {
  const merchantId = await findShopMerchant(db, shop);
  if (merchantId === undefined) return false;
  await insertJob(db, 'connect-shop', { merchantId }, { key: `connect ${merchantId}` });
  return true;
}

/** Returns the platform's refusal to list orders. */
async function whyNoOrders(ask: Ask): Promise<string | undefined> {
  try {
    await ask(changedOrderNamesDocument, { query: '', after: null });
    return undefined;
  } catch (error) {
    if (!isApiError(error, 'shop_rejected')) throw error;
    return refusalText(error);
  }
}
