import type { Locale } from '@portage/contract/locale';
import {
  exactStatusName,
  type OrderStatus,
  orderStatuses,
} from '@portage/contract/orders/order-status';
import classes from './OrderStatusBadge.module.css';

interface OrderStatusBadgeProps {
  readonly status: OrderStatus;
  readonly locale: Locale;
  readonly reason?: string | undefined;
}

/** The tooltip has the exact status, or the reason for attention. */
export function OrderStatusBadge({ status, locale, reason }: OrderStatusBadgeProps) {
  const { group, name } = orderStatuses[status];
  return (
    <span
      className={classes['badge']}
      data-group={group}
      title={reason ?? exactStatusName(status, locale)}
    >
      {name[locale]}
    </span>
  );
}
