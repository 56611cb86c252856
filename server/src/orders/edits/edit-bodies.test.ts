import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from '../../testing/build-test-server.ts';
import { readOrder } from '../../testing/edit-orders.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant } from '../../testing/make-merchant.ts';

const server = useTestServer();
const COUNT = 'Enter a whole number from 1 to 99.';

test.each([
  [{ packageCount: 0 }, { path: 'packageCount', message: COUNT }],
  [{ packageCount: -1 }, { path: 'packageCount', message: COUNT }],
  [{ packageCount: 1e9 }, { path: 'packageCount', message: COUNT }],
  [{ packageCount: 1.5 }, { path: 'packageCount', message: COUNT }],
  [{ packageCount: '2' }, { path: 'packageCount', message: COUNT }],
  [
    { recipient: { phone: '12345' } },
    { path: 'recipient.phone', message: 'Phone Number is invalid' },
  ],
  [{ recipient: { name: ' ' } }, { path: 'recipient.name', message: 'Required' }],
  [
    { recipient: { email: 'nobody' } },
    { path: 'recipient.email', message: expect.stringContaining('not valid') },
  ],
  [
    { recipientAddress: { postalCode: '' } },
    { path: 'recipientAddress.postalCode', message: expect.stringContaining('A1A 1A1') },
  ],
  [{ recipientAddress: { street: '' } }, { path: 'recipientAddress.street', message: 'Required' }],
  [{ notes: 'x'.repeat(2001) }, { path: 'notes', message: 'At most 2,000 characters.' }],
  [{ deliveryService: 'DRONE' }, { path: 'deliveryService', message: expect.any(String) }],
  [{ tags: ['gift'] }, { path: 'tags', message: 'This field does not exist.' }],
  [
    { recipientAddress: { location: { lat: 0, lng: 0 } } },
    { path: 'recipientAddress.location', message: 'This field does not exist.' },
  ],
])('an edit of %j is refused with the field named', async (payload, error) => {
  const merchant = await makeMerchant(server);
  const order = await insertOrder(server, merchant);
  const answer = await merchant.call('PATCH', `/orders/${order.id}/updateOrder`, { payload });
  expect(answer.json<Problem>()).toMatchObject({
    status: 400,
    code: 'invalid_request',
    errors: [error],
  });
  expect(await readOrder(merchant, order.id)).toEqual(order);
});

test('each unknown field is named, in the language of the request', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant);
  const answer = await merchant.call('PATCH', `/orders/${id}/updateOrder`, {
    payload: { orderStatus: 'DELIVERED', price: 0, notes: 'x'.repeat(2001) },
    headers: { locale: 'FR' },
  });
  expect(answer.json<Problem>().errors).toEqual([
    { path: 'notes', message: 'Au plus 2\u00a0000 caractères.' },
    { path: 'orderStatus', message: 'Ce champ n’existe pas.' },
    { path: 'price', message: 'Ce champ n’existe pas.' },
  ]);
});
