import type { CarrierEventOf } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import { photoPath } from '@portage/contract/orders/photos';

/** The order with a task as it was last told of: what is older than that is no news. */
export function keepTask(order: Order, { at, task }: CarrierEventOf<'TASK'>): Order {
  const { completionPhotos, ...told } = task;
  const known = order.tasks.find(({ id }) => id === task.id);
  if (known?.reportedAt !== undefined && known.reportedAt > at) return order;
  const completionPhotosUrl = completionPhotos?.map((photo) => photoPath(order.id, photo));
  const kept = { ...told, ...(completionPhotosUrl && { completionPhotosUrl }), reportedAt: at };
  return {
    ...order,
    tasks: known ? order.tasks.map((one) => (one === known ? kept : one)) : [...order.tasks, kept],
  };
}
