import type { Locale } from '@portage/contract/locale';
import { type OrderStatus, orderStatuses } from '@portage/contract/order-status';
import classes from './OrderStatusBadge.module.css';

interface OrderStatusBadgeProps {
  readonly status: OrderStatus;
  readonly locale: Locale;
}

/** The status of an order in words, coloured by what it means; the exact status is in its tooltip. */
export function OrderStatusBadge({ status, locale }: OrderStatusBadgeProps) {
  const { group, name } = orderStatuses[status];
  return (
    <span className={classes['badge']} data-group={group} title={status}>
      {name[locale]}
    </span>
  );
}
