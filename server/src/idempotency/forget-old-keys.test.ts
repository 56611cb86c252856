import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { forgetOldKeys } from './forget-old-keys.ts';

const server = useTestServer();
const HOUR = 60 * 60 * 1000;

test('a key is good for two days and then forgotten', async () => {
  const merchant = await makeMerchant(server);
  const create = async () => {
    const response = await merchant.call('POST', '/orders', {
      payload: newOrderPayload(),
      headers: { 'idempotency-key': 'kept' },
    });
    return response.json<Order>().id;
  };
  const forgetAfter = (hours: number) =>
    forgetOldKeys({ db: server.deps.db, clock: { now: () => TEST_NOW + hours * HOUR } });

  const first = await create();
  await forgetAfter(48);
  expect(await create()).toBe(first);
  await forgetAfter(48.1);
  expect(await create()).not.toBe(first);
});
