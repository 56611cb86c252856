import type { FieldChange } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import type { ChangedOrder } from '../change-orders.ts';

/**
 * An edited order with what its audit and its history tell. The audit outlives the order, so it only
 * names the fields; old and new values are kept apart, by the version that the edit made.
 */
export function withEdit(
  order: Order,
  changes: readonly FieldChange[],
  by: string,
): Required<ChangedOrder> {
  const fields = [...new Set(changes.map(({ field }) => field))].join(' ');
  const details = { version: String(order.version), fields };
  return {
    order,
    audit: [{ actor: by, action: 'order.edited', details }],
    edit: { by, changes },
  };
}
