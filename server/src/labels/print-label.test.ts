import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';

const server = useTestServer();

async function makeLocatedOrder() {
  const merchant = await makeMerchant(server);
  const { id } = await makeOrder(merchant, { packages: [{}, {}] });
  return { merchant, order: await waitUntilPlaced(merchant, id) };
}

describe('the labels of a located order', () => {
  test('are ZPL by default, one a package', async () => {
    const { merchant, order } = await makeLocatedOrder();
    const response = await merchant.call('GET', `/labels/${order.id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/x-zpl');
    expect(response.body.match(/\^XA/g)).toHaveLength(2);
    for (const { trackingNumber } of order.packages) {
      expect(response.body).toContain(trackingNumber);
    }
  });

  test.each(['pdf', 'pdf_letter'])('are a PDF for the format %s', async (format) => {
    const { merchant, order } = await makeLocatedOrder();
    const response = await merchant.call('GET', `/labels/${order.id}?format=${format}`);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test('an order whose address was not found has no label, and says why', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await makeOrder(merchant, {
    recipientAddress: {
      street: '1 Nowhere Rd',
      city: 'Nowhere',
      province: 'ON',
      postalCode: 'K9Z 9Z9',
      country: 'CA',
    },
  });
  await waitUntilPlaced(merchant, id);
  const response = await merchant.call('GET', `/labels/${id}`, { headers: { locale: 'FR' } });
  expect(response.statusCode).toBe(409);
  expect(response.json<Problem>()).toMatchObject({
    code: 'order_not_printable',
    detail: expect.stringContaining('« Adresse introuvable »') as string,
  });
});

test('a label format that does not exist is refused', async () => {
  const { merchant, order } = await makeLocatedOrder();
  const response = await merchant.call('GET', `/labels/${order.id}?format=png`);
  expect(response.statusCode).toBe(400);
  expect(response.json<Problem>().errors?.[0]?.path).toBe('format');
});
