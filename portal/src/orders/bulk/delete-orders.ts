import { orderCan } from '@portage/contract/order-permissions';
import { orderEndpoints } from '@portage/contract/orders';
import { callApi } from '../../lib/api.ts';
import type { BulkAction } from './bulk-action.ts';

/** Deletes orders; what the carrier has in its hands is skipped (spec 1 §4). */
export const deleteOrders = (onDone: BulkAction['onDone']): BulkAction => ({
  name: 'delete',
  isDestructive: true,
  permission: orderCan.delete,
  run: ({ id }) => callApi(orderEndpoints.delete, { params: { id } }),
  concurrency: 5,
  doneAlready: 'order_not_found',
  onDone,
});
