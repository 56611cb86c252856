import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import type { Permission } from '@portage/contract/orders/order-permissions';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import type bulk from '../../i18n/en/bulk.json';

/** The bulk actions that have texts: each is a section of the dictionary `bulk`. */
export type BulkActionName = keyof typeof bulk.action;

/** What spec 1 §8 says of actions in the shop, in place of the dictionary `bulk`. */
export const SAID_OF_SHOP = {
  fulfill: {
    done: 'errors:success.shopifyFulfilled',
    failed: 'errors:error.couldNotFulfillShopify',
  },
  syncTags: {
    done: 'errors:success.shopifyUnfulfilledTagsUpdated',
    failed: 'errors:error.couldNotSyncShopifyTags',
  },
} as const;

/** Tells whether an action is done in the shop. */
export const isOfShop = (name: BulkActionName): name is keyof typeof SAID_OF_SHOP =>
  name in SAID_OF_SHOP;

/** Something that is done to many orders, a batch of them at a time. */
export interface BulkAction {
  readonly name: BulkActionName;
  /** The question that is put first, in red and not answered by Enter alone, where something is taken away. */
  readonly question?: keyof typeof bulk.question;
  /** Whether it may be done to an order; those that may not are skipped, with the reason. */
  readonly permission: (order: OrderSummary) => Permission;
  /**
   * Does it to a batch of orders in one call, and tells what became of each. Rejects with `ApiError`
   * when the server refuses the call or cannot be reached.
   */
  readonly run: (orders: readonly OrderSummary[]) => Promise<readonly OrderOutcome[]>;
  /** How many orders a call is for at most. */
  readonly batchSize: number;
  /** How many calls may be under way at once. */
  readonly concurrency: number;
  /** Whether what is known of an order says that an earlier call, whose answer was lost, has done it. */
  readonly wasDone: (known: Standing) => boolean;
  /** Hears of all orders it was done to, whenever no call is under way any more. */
  readonly onDone: (orders: readonly OrderSummary[]) => void;
}

/** What is known of an order to which something could not be done: its status, and the error’s code. */
export interface Standing extends Pick<OrderOutcome, 'status'> {
  readonly code?: string | undefined;
}
