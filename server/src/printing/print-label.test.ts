import * as mupdf from 'mupdf';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from '../testing/build-test-server.ts';
import { countOrders, makePlacedOrder, readOrder } from '../testing/edit-orders.ts';
import { makeMerchant, pathsOf } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { insertPrintable, printBatch, printedNumbers } from '../testing/print-documents.ts';

const server = useTestServer();

describe('the labels of a located order', () => {
  test('are ZPL by default, one for each of its 99 packages', async () => {
    const merchant = await makeMerchant(server);
    const order = await insertPrintable(server, merchant, { packageCount: 99 });
    const response = await merchant.call('GET', `/labels/${order.id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/x-zpl');
    expect(response.body.match(/\^XA/g)).toHaveLength(99);
    expect(printedNumbers(response.body)).toEqual(
      Array.from({ length: 99 }, (_, index) => `${order.trackingNumber}-${index + 1}`),
    );
  });

  test.each(['pdf', 'pdf_letter'])('are a PDF for the format %s', async (format) => {
    const { merchant, order } = await makePlacedOrder(server);
    const response = await merchant.call('GET', `/labels/${order.id}?format=${format}`);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test('a test label needs no order, says that it is a test and is not recorded', async () => {
  const merchant = await makeMerchant(server, { language: 'fr' });
  const zpl = await merchant.call('GET', '/labels/test?dpi=300');
  expect(zpl.headers['content-type']).toBe('application/x-zpl');
  expect(zpl.body.match(/\^XA/g)).toHaveLength(1);
  expect(zpl.body).toContain('ESSAI');
  expect(zpl.body).toContain('^PW1200');
  const pdf = await merchant.call('GET', '/labels/test?format=pdf_letter');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await countOrders(merchant)).toBe(0);
});

test('an order whose address was not found has no label, with a reason', async () => {
  const { merchant, id } = await makePlacedOrder(server, {
    recipientAddress: {
      street: '1 Nowhere Rd',
      city: 'Nowhere',
      province: 'ON',
      postalCode: 'K9Z 9Z9',
      country: 'CA',
    },
  });
  const response = await merchant.call('GET', `/labels/${id}`, { headers: { locale: 'FR' } });
  expect(response.statusCode).toBe(409);
  expect(response.json<Problem>()).toMatchObject({
    code: 'order_not_printable',
    detail: expect.stringContaining('«\u00A0Adresse introuvable\u00A0»') as string,
  });
});

test('a cancelled order has a packing slip, but no label to send by mistake', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertPrintable(server, merchant, { orderStatus: 'CANCELLED' });
  const refused = await merchant.call('GET', `/labels/${id}`, { headers: { locale: 'FR' } });
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Problem>()).toMatchObject({
    code: 'order_cancelled',
    detail: 'La commande est annulée. Créez-en plutôt une nouvelle.',
  });
  const { outcomes, file } = await printBatch(merchant.call, { ids: [id], onFailure: 'skip' });
  expect(outcomes).toMatchObject([{ id, result: 'error', code: 'order_cancelled' }]);
  expect(file).toBeUndefined();
  expect((await merchant.call('GET', `/labels/packingslip/${id}`)).statusCode).toBe(200);
});

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

test.each([
  ...['/labels/ID?format=png', '/labels/ID?dpi=200', '/labels/ID?dpi='],
  ...['/labels/packingslip/ID?format=pdf_letter', '/labels/packingslip/ID?format=png'],
  ...['/labels/packingslip/ID?dpi=200', '/labels/packingslip/ID?dpi=many'],
])('%s is refused', async (path) => {
  const merchant = await makeMerchant(server);
  const response = await merchant.call('GET', path.replace('ID', uuidv7()));
  expect(response.statusCode).toBe(400);
  expect(pathsOf(response)?.[0]).toBe(/\?(.*)=/.exec(path)?.[1]);
});
