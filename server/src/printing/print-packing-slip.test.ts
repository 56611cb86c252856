import * as mupdf from 'mupdf';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from '../testing/build-test-server.ts';
import { readOrder } from '../testing/edit-orders.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { insertPrintable, printedNumbers } from '../testing/print-documents.ts';

const server = useTestServer();

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Candle ${index + 1}`,
    sku: `SKU-${index + 1}`,
    quantity: 2,
    unitPrice: 98_765.43,
  }));

test('the packing slip of an order lists its items without prices, in ZPL by default', async () => {
  const merchant = await makeMerchant(server);
  const { id, trackingNumber } = await insertPrintable(server, merchant, { orderItems: items(3) });
  const slip = await merchant.call('GET', `/labels/packingslip/${id}`);
  expect(slip.statusCode).toBe(200);
  expect(slip.headers['content-type']).toBe('application/x-zpl');
  expect(printedNumbers(slip.body)).toEqual([trackingNumber]);
  for (const { name, sku } of items(3)) {
    expect(slip.body).toContain(name);
    expect(slip.body).toContain(sku);
  }
  expect(slip.body).not.toMatch(/98\D?765/);
});

test('a packing slip has enough pages for its items', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertPrintable(server, merchant, { orderItems: items(100) });
  const slip = await merchant.call('GET', `/labels/packingslip/${id}?format=pdf`);
  expect(slip.headers['content-type']).toBe('application/pdf');
  const pdf = mupdf.Document.openDocument(slip.rawPayload, 'application/pdf');
  expect(pdf.countPages()).toBeGreaterThan(2);
});

test('a packing slip is available at once, and printing it marks no label', async () => {
  const merchant = await makeMerchant(server);
  const service = await makeServiceUser(server, merchant);
  const order = await insertPrintable(server, merchant, { orderStatus: 'CREATED' });
  expect((await service.call('GET', `/labels/packingslip/${order.id}`)).statusCode).toBe(200);
  expect(await readOrder(merchant, order.id)).toEqual(order);
});

test.each(['format=pdf_letter', 'format=png', 'dpi=200', 'dpi=many'])(
  'a packing slip with %s is refused',
  async (query) => {
    const merchant = await makeMerchant(server);
    const refused = await merchant.call('GET', `/labels/packingslip/${uuidv7()}?${query}`);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<Problem>().errors?.[0]?.path).toBe(query.split('=')[0]);
  },
);
