import { errorCatalogue } from '@portage/contract/errors';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import type { OrderSummary, Order } from '@portage/contract/orders/orders';
import { SHOP_PATIENCE, shopEndpoints, type ShopOutcome } from '@portage/contract/shop/shop';
import { shopOrderIdOf, shopOrderNumberOf } from '@portage/contract/shop/shop-order-id';
import { currentLocale } from '../../i18n/i18n.ts';
import { callShop, notifyShopAuthorizationFailed } from '../../lib/shop-link.ts';
import { tellDone } from '../start-actions.tsx';
import type { BulkAction } from './bulk-action.ts';

/** The shop host's limit. */
const MOST_OF_NUMBER = 100;

/** The platform fulfills about five a second. */
const BATCH_SIZE = 50;

/** Omits deleted orders. */
type ReadOrders = (orders: readonly OrderSummary[]) => Promise<readonly Order[]>;

interface ShopReference {
  readonly order: Order;
  readonly shopOrderId: string;
}

function inShop(
  readOrders: ReadOrders,
  send: (batch: readonly ShopReference[]) => Promise<{ outcomes: readonly ShopOutcome[] }>,
) {
  let hasTold = false;
  return {
    permission: () => ({ allowed: true }),
    async run(orders): Promise<OrderOutcome[]> {
      const found = await readOrders(orders);
      const batch = found.flatMap((order) => {
        const shopOrderId = shopOrderIdOf(order);
        return shopOrderId === undefined ? [] : [{ order, shopOrderId }];
      });
      const { outcomes } = batch.length > 0 ? await send(batch) : { outcomes: [] };
      // Once for the whole run (spec 1 §8).
      const lost = outcomes.find(({ code }) => code === 'shop_authorization_failed');
      if (lost && !hasTold) notifyShopAuthorizationFailed({ message: lost.message ?? '' });
      hasTold ||= lost !== undefined;
      const told = new Map(outcomes.map((outcome) => [outcome.orderId, outcome]));
      return orders.map(({ id }) => {
        const { result, status, code, message } = told.get(id) ?? withoutShopOrder();
        return { id, result, status, code, message };
      });
    },
    batchSize: BATCH_SIZE,
    concurrency: 1,
    // The server finds what an earlier call has done.
    wasDone: () => false,
  } satisfies Partial<BulkAction>;
}

const withoutShopOrder = () => ({
  result: 'unprocessed' as const,
  status: undefined,
  code: 'no_shop_id' as const,
  message: errorCatalogue.no_shop_id.detail[currentLocale()],
});

/** Marks orders ready, too; skips others than shop orders. */
export const fulfillInShop = (shop: string, readOrders: ReadOrders): BulkAction => ({
  name: 'fulfill',
  ...inShop(readOrders, (batch) => {
    const orders = batch.map(({ order, shopOrderId }) => ({
      portageId: order.id,
      shopOrderId,
      shopOrderNumber: shopOrderNumberOf(order)?.slice(0, MOST_OF_NUMBER),
    }));
    const body = { shopName: shop, orders };
    return callShop(shopEndpoints.bulkFulfill, { body }, { patience: SHOP_PATIENCE });
  }),
  onDone: (orders) => tellDone('marked', orders),
});

/** Skips others than shop orders. */
export const syncTagsWithShop = (shop: string, readOrders: ReadOrders): BulkAction => ({
  name: 'syncTags',
  ...inShop(readOrders, (batch) => {
    const orders = batch.map(({ order, shopOrderId }) => ({ orderId: order.id, shopOrderId }));
    const body = { shopName: shop, orders };
    return callShop(shopEndpoints.syncTags, { body }, { patience: SHOP_PATIENCE });
  }),
  // The orders stay as they are, and selected.
  onDone: () => undefined,
});
