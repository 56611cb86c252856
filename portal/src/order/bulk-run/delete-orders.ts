import { orderCan } from '@portage/contract/order-permissions';
import { orderReadinessEndpoints } from '@portage/contract/order-readiness';
import { orderEndpoints } from '@portage/contract/orders';
import { callApi } from '../../lib/api.ts';
import type { BulkAction } from './bulk-action.ts';
import { BATCH_SIZE, doToOrders } from './do-to-orders.ts';

/** Deletes orders; what the carrier has in its hands is skipped (spec 1 §4). */
export const deleteOrders = (onDone: BulkAction['onDone']): BulkAction => ({
  name: 'delete',
  question: 'delete',
  permission: orderCan.delete,
  run: doToOrders({
    one: (id) => callApi(orderEndpoints.delete, { params: { id } }),
    many: (ids) => callApi(orderReadinessEndpoints.deleteMany, { body: { ids } }),
  }),
  batchSize: BATCH_SIZE,
  concurrency: 2,
  wasDone: ({ code }) => code === 'order_not_found',
  onDone,
});
