import { expect, test } from 'vitest';
import { summaryOf } from '@portage/contract/orders/orders';
import { exampleOrder } from '../testing/example-order.ts';
import { resultsCsv } from './bulk-run.ts';

test('each order is a line with its current status, safe from formulas', async () => {
  const order = summaryOf(exampleOrder({ recipient: { name: '=cmd, "quoted"' } }));
  const file = resultsCsv(
    [
      { order, outcome: { result: 'success', status: 'PICKUP_READY' } },
      { order, outcome: { result: 'unprocessed', because: 'cancelled' } },
    ],
    ({ outcome }) => (outcome.result === 'success' ? [] : ['Cancelled.', 'Too late.']),
  );
  const cells = `${order.id},PTG0000000000,"'=cmd, ""quoted"""`;
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\uFEFFresult,order_id,tracking_number,recipient,order_status,message\r\n' +
      `success,${cells},PICKUP_READY,\r\n` +
      `unprocessed,${cells},GEOCODED,Cancelled. Too late.\r\n`,
  );
});
