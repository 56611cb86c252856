import { expect, test } from 'vitest';
import type { Attention } from '@portage/contract/orders/attention';
import type { Order } from '@portage/contract/orders/orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

const inProvince =
  (province: string) =>
  (order: Order): Order => ({
    ...order,
    orderStatus: 'GEOCODEDFAILED',
    dtoRecipientAddress: { ...order.dtoRecipientAddress, postalCode: 'H2X 1Y4', province },
  });
/** An order to where its postal code says, from where it does not. */
const fromProvince =
  (province: string) =>
  (order: Order): Order => ({
    ...inProvince('QC')(order),
    dtoOriginAddress: { ...order.dtoOriginAddress, province },
  });
const standing =
  (orderStatus: Order['orderStatus']) =>
  (order: Order): Order => ({ ...order, orderStatus });

test.each([
  [inProvince('ON'), 'postal_code_not_in_province', /H2X 1Y4 is in QC, not in ON/],
  [inProvince('QC'), 'recipient_not_found', /street, the city or the postal code H2X 1Y4/],
  [fromProvince('BC'), 'origin_not_found', /^The origin address .* was not found/],
  [standing('OUT_OF_FSA'), 'outside_service_area', /^Portage does not deliver to/],
  [standing('UNSUPPORTED_WEIGHT'), 'too_heavy', /too heavy or too large/],
  [standing('RATE_FAILED'), 'cutoff_passed', /^The cutoff for/],
  [standing('INVALIDTIME'), 'window_not_offered', /^The delivery window is not offered/],
])('an order that could not be placed says why (%#)', async (change, code, reason) => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, change);
  const answer = await merchant.call('GET', `/orders/${id}/attention`);
  expect(answer.json<{ attention: Attention }>().attention).toMatchObject({
    code,
    reason: expect.stringMatching(reason),
  });
});

test('an order that could be placed has nothing to say, and nobody else’s is told of', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, standing('GEOCODED'));
  expect((await merchant.call('GET', `/orders/${id}/attention`)).json()).toEqual({});
  const other = await makeMerchant(server);
  expect((await other.call('GET', `/orders/${id}/attention`)).statusCode).toBe(404);
});

test('a province that does not fit the postal code comes with its correction', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, inProvince('ON'));
  const answer = await merchant.call('GET', `/orders/${id}/attention`);
  expect(answer.json()).toMatchObject({ attention: { correction: { province: 'QC' } } });
});

test('a missed cutoff is told from a service that does not go there, with those that do', async () => {
  const merchant = await makeMerchant(server);
  const failed = (changes: Partial<Order>) => (order: Order) => ({
    ...order,
    ...changes,
    orderStatus: 'RATE_FAILED' as const,
  });
  const late = await insertOrder(server, merchant, failed({ service: 'SAMEDAY' }));
  const answer = await merchant.call('GET', `/orders/${late.id}/attention`);
  const { attention } = answer.json<{ attention: Attention }>();
  expect(attention.code).toBe('cutoff_passed');
  expect(attention.services).toContain('NEXTDAY');

  const recipientAddress = { ...late.recipientAddress, postalCode: 'R3C 4A5' };
  const far = await insertOrder(server, merchant, failed({ service: 'SAMEDAY', recipientAddress }));
  const other = await merchant.call('GET', `/orders/${far.id}/attention`);
  expect(other.json()).toMatchObject({
    attention: { code: 'no_rate', services: ['STANDARD', 'FLEX'] },
  });
});
