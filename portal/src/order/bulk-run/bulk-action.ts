import { fillText, type Locale } from '@portage/contract/locale';
import { orderErrors } from '@portage/contract/orders/order-errors';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import { type Permission, orderStatuses } from '@portage/contract/orders/order-status';
import { type OrderSummary, type Order, orderEndpoints } from '@portage/contract/orders/orders';
import type bulk from '../../i18n/en/bulk.json';
import { currentLocale, translate } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.tsx';

export function reasonText({ order, reason }: Skipped, locale: Locale): string {
  const status = orderStatuses[order.orderStatus].name[locale];
  return fillText(orderErrors[reason].detail[locale], { status });
}

export function tellNotEditable(skipped: Skipped): void {
  const message = reasonText(skipped, currentLocale());
  notifyError({ title: translate('errors:error.couldNotUpdateOrder'), message });
}

/** Says why an action does nothing: by default, no order is selected. */
export function tellNotDone(message = translate('errors:error.noOrderSelected')): void {
  notifyError({ title: translate('orders:print.errorTitle'), message });
}

export interface Skipped {
  readonly order: OrderSummary;
  readonly reason: keyof typeof orderErrors;
}

/** Splits orders by permission before any call is made. */
export function splitByPermission(
  orders: readonly OrderSummary[],
  permission: (order: OrderSummary) => Permission,
): { allowed: OrderSummary[]; skipped: Skipped[] } {
  const allowed: OrderSummary[] = [];
  const skipped: Skipped[] = [];
  for (const order of orders) {
    const answer = permission(order);
    if (answer.allowed) allowed.push(order);
    else skipped.push({ order, reason: answer.reason });
  }
  return { allowed, skipped };
}

interface Calls {
  /** Returns the order, if it still exists. */
  readonly one?: (id: string) => Promise<Order | null>;
  readonly many: (ids: string[]) => Promise<{ readonly outcomes: readonly OrderOutcome[] }>;
}

/** One order as spec 1 §7 does, more as batches that are small enough for progress and stopping. */
export const inBatches = ({ one, many }: Calls) => ({
  async run(orders: readonly OrderSummary[]): Promise<readonly OrderOutcome[]> {
    const ids = orders.map(({ id }) => id);
    const [only, ...others] = ids;
    if (one && only !== undefined && others.length === 0) return [await outcomeOfOne(only, one)];
    return (await many(ids)).outcomes;
  },
  batchSize: 100,
  concurrency: 2,
});

/** Refuses what a batch leaves unprocessed, without its status. */
async function outcomeOfOne(id: string, one: NonNullable<Calls['one']>): Promise<OrderOutcome> {
  try {
    const order = await one(id);
    return { id, result: 'success', status: order?.orderStatus };
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.status !== 409) throw error;
    const { orderStatus } = await callApi(orderEndpoints.get, { params: { id } });
    return { id, result: 'unprocessed', status: orderStatus, message: error.message };
  }
}

export type BulkActionName = keyof typeof bulk.action;

export interface BulkAction {
  readonly name: BulkActionName;
  /** In red where something is removed. */
  readonly question?: keyof typeof bulk.question;
  /** Orders without permission are skipped, with the reason. */
  readonly permission: (order: OrderSummary) => Permission;
  /** An outcome per order. Rejects with `ApiError`. */
  readonly run: (orders: readonly OrderSummary[]) => Promise<readonly OrderOutcome[]>;
  readonly batchSize: number;
  readonly concurrency: number;
  /** An earlier call, whose answer was lost, may have done it. */
  readonly wasDone: (known: Standing) => boolean;
  /** Called with the done orders, after the last call. */
  readonly onDone: (orders: readonly OrderSummary[]) => void;
  readonly undo?: (orders: readonly OrderSummary[]) => BulkAction;
}

export interface Standing extends Pick<OrderOutcome, 'status'> {
  readonly code?: string | undefined;
}
