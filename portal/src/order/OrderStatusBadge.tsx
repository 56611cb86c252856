import type { Locale } from '@portage/contract/locale';
import { type OrderStatus, orderStatuses } from '@portage/contract/orders/order-status';
import classes from './OrderStatusBadge.module.css';

interface OrderStatusBadgeProps {
  readonly status: OrderStatus;
  readonly locale: Locale;
  /** Why the order needs attention: the tooltip says it in place of the status. */
  readonly reason?: string | undefined;
}

/** The status of an order in words, coloured by what it means; the exact status, or why it needs attention, is in its tooltip. */
export function OrderStatusBadge({ status, locale, reason }: OrderStatusBadgeProps) {
  const { group, name } = orderStatuses[status];
  return (
    <span className={classes['badge']} data-group={group} title={reason ?? status}>
      {name[locale]}
    </span>
  );
}
