import type { ErrorCode } from '@portage/contract/errors';
import type { Permission } from '@portage/contract/orders/order-permissions';
import type { OrderSummary } from '@portage/contract/orders/order-selection';

/** An order that something may not be done to, and the catalogue's reason. */
export interface Skipped {
  readonly order: OrderSummary;
  readonly reason: ErrorCode;
}

/** Tells the orders that something may be done to from those that are skipped, before any call is made. */
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
