import { expect, test } from 'vitest';
import { orderCan } from '@portage/contract/orders/order-status';
import { summaryOf } from '@portage/contract/orders/orders';
import { exampleOrder } from '../testing/example-order.ts';
import { splitByPermission } from './bulk-action.ts';

test('orders without a label are separated with their reason', () => {
  const located = summaryOf(exampleOrder({ id: 'first' }));
  const created = summaryOf(exampleOrder({ orderStatus: 'CREATED' }));
  const delivered = summaryOf(exampleOrder({ orderStatus: 'DELIVERED' }));
  expect(splitByPermission([located, created, delivered], orderCan.printLabel)).toEqual({
    allowed: [located, delivered],
    skipped: [{ order: created, reason: 'order_not_printable' }],
  });
});
