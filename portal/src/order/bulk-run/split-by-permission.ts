import { type ErrorCode, errorCatalogue } from '@portage/contract/errors';
import type { Permission } from '@portage/contract/orders/order-permissions';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import { fillText, type Locale } from '@portage/contract/locale';
import { orderStatuses } from '@portage/contract/orders/order-status';
import { currentLocale, i18n } from '../../i18n/i18n.ts';
import { notifyError } from '../../lib/notify.tsx';

/** Why an order is skipped, in the catalogue's words. */
export function reasonText({ order, reason }: Skipped, locale: Locale): string {
  const status = orderStatuses[order.orderStatus].name[locale];
  return fillText(errorCatalogue[reason].detail[locale], { status });
}

/** Says why an order cannot be edited. */
export function tellNotEditable(skipped: Skipped): void {
  const message = reasonText(skipped, currentLocale());
  notifyError({ title: i18n.t('errors:error.couldNotUpdateOrder'), message });
}

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
