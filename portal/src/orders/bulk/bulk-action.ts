import type { ErrorCode } from '@portage/contract/errors';
import type { Permission } from '@portage/contract/order-permissions';
import type { OrderSummary } from '@portage/contract/order-selection';
import type bulk from '../../i18n/en/bulk.json';

/** The bulk actions that have texts: each is a section of the dictionary `bulk`. */
export type BulkActionName = keyof typeof bulk.action;

/** Something that is done to many orders, one call an order. */
export interface BulkAction {
  readonly name: BulkActionName;
  /** Whether it takes something away: then it is asked for in red, and not by Enter alone. */
  readonly isDestructive: boolean;
  /** Whether it may be done to an order; those that may not are skipped, with the reason. */
  readonly permission: (order: OrderSummary) => Permission;
  /** Does it to an order. Rejects with `ApiError` when the server refuses or cannot be reached. */
  readonly run: (order: OrderSummary) => Promise<unknown>;
  /** How many calls may be under way at once. */
  readonly concurrency: number;
  /** The refusal that says, after a call whose answer was lost, that this call has done it. */
  readonly doneAlready?: ErrorCode;
  /** Hears the ids of all orders it was done to, whenever no call is under way any more. */
  readonly onDone: (ids: readonly string[]) => void;
}
