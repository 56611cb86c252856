import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, BYTE_ORDER_MARK } from '@portage/contract/csv';
import { orderCsvHeader, orderCsvWriter } from '@portage/contract/orders/order-csv';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { rowCounter, csvOf } from './ExportSteps.tsx';

const anyCell = fc.oneof(fc.string(), fc.constantFrom('a\r\nb', '"', '""\n', 'é, "x"\n'));

test('every row is counted once, for any cut of the file and any cells', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (rows, size) => {
        const file = new TextEncoder().encode(['id\r\n', ...rows.map(csvLine)].join(''));
        const count = rowCounter();
        let counted = 0;
        for (let start = 0; start < file.length; start += size) {
          counted = count(file.subarray(start, start + size));
        }
        expect(counted).toBe(rows.length);
      },
    ),
  );
});

test('the file is what the server writes, with a byte order mark', async () => {
  const order = exampleOrder({ notes: '=1+1' });
  const file = new Uint8Array(await csvOf([order], 'America/Toronto').arrayBuffer());
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file);
  expect(text).toBe(
    BYTE_ORDER_MARK + orderCsvHeader + orderCsvWriter('America/Toronto', 'en')(order),
  );
});
