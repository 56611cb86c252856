import { insertJob } from '../jobs/job-queries.ts';
import { carrierServiceCreateDocument, webhookCreateDocument } from './link-documents.ts';
import { type ShopDeps, withShop } from './with-shop.ts';

/** What the shop tells us of, by the names of the Admin API; the app's settings add the privacy topics. */
const TOPICS = {
  ORDERS_CREATE: 'orders/create',
  ORDERS_UPDATED: 'orders/updated',
  ORDERS_CANCELLED: 'orders/cancelled',
  APP_UNINSTALLED: 'app/uninstalled',
} as const;

/**
 * Sets a linked shop up: webhooks, rates at checkout, and its orders of the last days. Once more does no
 * harm: the platform refuses what it has already.
 */
export async function connectShop(deps: ShopDeps, merchantId: string): Promise<void> {
  const { callbackUrl } = deps.shopPlatform;
  await withShop(deps, merchantId, async (ask, { shop }) => {
    for (const [topic, path] of Object.entries(TOPICS)) {
      const uri = `${callbackUrl}/webhooks/${path}`;
      const { webhookSubscriptionCreate } = await ask(webhookCreateDocument, { topic, uri });
      logRefused(shop, webhookSubscriptionCreate.userErrors);
    }
    const { carrierServiceCreate } = await ask(carrierServiceCreateDocument, {
      input: {
        name: 'Portage',
        callbackUrl: `${callbackUrl}/carrier_rates`,
        supportsServiceDiscovery: true,
        active: true,
      },
    });
    logRefused(shop, carrierServiceCreate.userErrors);
  });
  await insertJob(deps.db, 'reconcile-shop', { merchantId }, { key: `reconcile ${merchantId}` });

  function logRefused(shop: string, userErrors: readonly { message: string }[]): void {
    const [error] = userErrors;
    if (error) deps.log.info({ shop, reason: error.message }, 'the shop has it, or refuses it');
  }
}
