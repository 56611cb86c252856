import {
  type OrderStatus,
  orderStatuses,
  type StatusGroup,
} from '@portage/contract/orders/order-status';

const GROUPS: readonly StatusGroup[] = ['waiting', 'ready', 'moving', 'done', 'failed', 'archived'];

/** Every status, in the sequence of an order's life. */
export const STATUSES = Object.keys(orderStatuses) as OrderStatus[];

/** The statuses by what they mean, in the sequence of an order's life. */
export const statusGroups = GROUPS.map((group) => ({
  group,
  statuses: STATUSES.filter((status) => orderStatuses[status].group === group),
}));
