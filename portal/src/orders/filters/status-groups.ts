import { OrderStatus, orderStatuses, type StatusGroup } from '@portage/contract/order-status';

const GROUPS: readonly StatusGroup[] = ['waiting', 'ready', 'moving', 'done', 'failed', 'archived'];

/** The statuses by what they mean, in the sequence of an order's life. */
export const statusGroups = GROUPS.map((group) => ({
  group,
  statuses: OrderStatus.options.filter((status) => orderStatuses[status].group === group),
}));
