import fc from 'fast-check';
import { OrderStatus } from '@portage/contract/orders/order-status';

/** Any order, as a selection knows it. */
export const anySelectedOrder = fc.record({
  id: fc.uuid(),
  createdAt: fc.nat(),
  orderStatus: fc.constantFrom(...OrderStatus.options),
  trackingNumber: fc.constant('PTG0000000000'),
  recipientName: fc.string(),
  isScanned: fc.boolean(),
});
