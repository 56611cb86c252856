import type { ShopConnection, ShopRefusal } from '@portage/contract/shop/shop-link';
import { isApiError } from '../api-error.ts';
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
import { updateShop } from './shop-queries.ts';
import { type Ask, getShop, type ShopDeps, withShop } from './with-shop.ts';

/** Topics of the Admin API with their paths. The app's settings add the privacy topics. */
const TOPICS = {
  ORDERS_CREATE: 'orders/create',
  ORDERS_UPDATED: 'orders/updated',
  ORDERS_CANCELLED: 'orders/cancelled',
  APP_UNINSTALLED: 'app/uninstalled',
} as const;

interface Wanted {
  webhooks: { topic: string; uri: string }[];
  ratesUrl: string;
}

const wantedOf = ({ shopPlatform: { callbackUrl } }: ShopDeps): Wanted => ({
  webhooks: Object.entries(TOPICS).map(([topic, path]) => {
    return { topic, uri: `${callbackUrl}/webhooks/${path}` };
  }),
  ratesUrl: `${callbackUrl}/carrier_rates`,
});

/** Reads what the shop has of the set-up. */
async function readSetUp(ask: Ask) {
  const { webhookSubscriptions } = await ask(webhooksDocument, {});
  const { carrierServices } = await ask(carrierServicesDocument, {});
  return { webhooks: webhookSubscriptions.nodes, services: carrierServices.nodes };
}

/**
 * Sets up the webhooks and rates of a linked shop, or corrects them where our address changed, and has
 * its orders read. Notes what the shop refuses.
 */
export async function connectShop(deps: ShopDeps, merchantId: string): Promise<void> {
  const { db, log } = deps;
  const wanted = wantedOf(deps);
  await withShop(deps, merchantId, async (ask, { shop }) => {
    const refusals: ShopRefusal[] = [];
    const note = (part: string, userErrors: readonly { message: string }[]) => {
      const [error] = userErrors;
      if (!error) return;
      refusals.push({ part, message: error.message });
      log.warn({ shop, part, reason: error.message }, 'the shop refused a part of the set-up');
    };
    const { webhooks, services } = await readSetUp(ask);
    for (const { topic, uri } of wanted.webhooks) {
      const those = webhooks.filter((one) => one.topic === topic);
      for (const { id } of those.filter((one) => one.uri !== uri)) {
        await ask(webhookDeleteDocument, { id });
      }
      if (those.some((one) => one.uri === uri)) continue;
      const { webhookSubscriptionCreate } = await ask(webhookCreateDocument, { topic, uri });
      note(topic, webhookSubscriptionCreate.userErrors);
    }
    const [service] = services;
    const { ratesUrl: callbackUrl } = wanted;
    if (!service) {
      const input = { name: 'Portage', callbackUrl, supportsServiceDiscovery: true, active: true };
      const { carrierServiceCreate } = await ask(carrierServiceCreateDocument, { input });
      note('rates', carrierServiceCreate.userErrors);
    } else if (service.callbackUrl !== callbackUrl || !service.active) {
      const input = { id: service.id, callbackUrl, active: true };
      const { carrierServiceUpdate } = await ask(carrierServiceUpdateDocument, { input });
      note('rates', carrierServiceUpdate.userErrors);
    }
    await updateShop(db, merchantId, { refusals });
  });
  await insertJob(db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });
}

/** Reports how well a shop is connected. Throws what `withShop` throws. */
export async function readConnection(deps: ShopDeps, merchantId: string): Promise<ShopConnection> {
  const wanted = wantedOf(deps);
  const live = await withShop(deps, merchantId, async (ask) => {
    const { webhooks, services } = await readSetUp(ask);
    const present = wanted.webhooks.filter(({ topic, uri }) =>
      webhooks.some((one) => one.topic === topic && one.uri === uri),
    );
    const uris = wanted.webhooks.map(({ uri }) => uri);
    const [service] = services;
    const isAddressCurrent =
      webhooks.every(({ uri }) => uris.includes(uri)) &&
      (!service || service.callbackUrl === wanted.ratesUrl);
    const ordersRefused = await whyNoOrders(ask);
    return {
      webhooks: present.length,
      webhooksNeeded: wanted.webhooks.length,
      hasRates: service?.active === true && service.callbackUrl === wanted.ratesUrl,
      isAddressCurrent,
      ...(ordersRefused !== undefined && { ordersRefused }),
    };
  });
  const { refusals, reconciledAt, lastError, lastErrorAt } = await getShop(deps, merchantId);
  return {
    ...live,
    refusals: JSON.parse(refusals) as ShopRefusal[],
    ...(reconciledAt !== null && { readAt: reconciledAt }),
    ...(lastError !== null &&
      lastErrorAt !== null && { lastError: { message: lastError, at: lastErrorAt } }),
  };
}

/** Returns the platform's refusal to give orders. */
async function whyNoOrders(ask: Ask): Promise<string | undefined> {
  try {
    await ask(changedOrderNamesDocument, { query: '', after: null });
    return undefined;
  } catch (error) {
    if (!isApiError(error, 'shop_rejected')) throw error;
    const { message } = error.values;
    return typeof message === 'string' ? message : error.detail('en');
  }
}
