import { expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload } from '../testing/make-order.ts';

const server = useTestServer();

test('a recipient saved with an order is found by name without accents', async () => {
  const merchant = await makeMerchant(server);
  await makeOrder(merchant, { saveAddress: true });
  const { recipient } = newOrderPayload();
  await makeOrder(merchant, { recipient: { ...recipient, name: 'Zoé Lavoie' } });
  await makeOrder(merchant, { saveAddress: true });
  const response = await merchant.call('GET', '/orders/addresses?freeSearch=zoe+dundas');
  const { addresses } = response.json<{ addresses: { recipient: { name: string } }[] }>();
  expect(addresses.map(({ recipient }) => recipient.name)).toEqual(['Zoé Tremblay']);
});
