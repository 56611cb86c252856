import { orderCan } from '@portage/contract/orders/order-permissions';
import { summaryOf } from '@portage/contract/orders/order-selection';
import type { Order } from '@portage/contract/orders/orders';
import { useLocale } from '../../i18n/use-locale.ts';
import { reasonText } from '../../order/bulk-run/reason-text.ts';

/** Why an order may not be edited, in the catalogue's words; undefined when it may. */
export function useWhyNotEditable(order: Order): string | undefined {
  const locale = useLocale();
  const summary = summaryOf(order);
  const permission = orderCan.edit(summary);
  return permission.allowed
    ? undefined
    : reasonText({ order: summary, reason: permission.reason }, locale);
}
