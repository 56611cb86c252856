import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import { orderCsvHeader, orderCsvWriter } from '@portage/contract/orders/order-csv';
import { exampleOrder } from '../../order/testing/example-order.ts';
import { csvOf } from './ExportSteps.tsx';

test('the file is what the server writes, with a byte order mark', async () => {
  const order = exampleOrder({ notes: '=1+1' });
  const file = new Uint8Array(await csvOf([order], 'America/Toronto').arrayBuffer());
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file);
  expect(text).toBe(
    BYTE_ORDER_MARK + orderCsvHeader + orderCsvWriter('America/Toronto', 'en')(order),
  );
});
