import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders/orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';

const server = useTestServer();

describe('an Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('makes a repeated request create one order and get its answer again', async () => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload();
    const first = await merchant.call('POST', '/orders', { payload, ...keyed('one') });
    const again = await merchant.call('POST', '/orders', { payload, ...keyed('one') });
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    const list = await merchant.call('GET', '/orders');
    expect(list.json<{ orders: Order[] }>().orders).toHaveLength(1);
  });

  test('cannot be used again for another body', async () => {
    const merchant = await makeMerchant(server);
    await merchant.call('POST', '/orders', { payload: newOrderPayload(), ...keyed('two') });
    const other = await merchant.call('POST', '/orders', {
      payload: newOrderPayload({ refNumber: 'other' }),
      ...keyed('two'),
    });
    expect(other.statusCode).toBe(422);
    expect(other.json<Problem>().code).toBe('idempotency_key_reused');
  });

  test('belongs to one merchant', async () => {
    const payload = newOrderPayload();
    const [one, other] = [await makeMerchant(server), await makeMerchant(server)];
    const first = await one.call('POST', '/orders', { payload, ...keyed('shared') });
    const second = await other.call('POST', '/orders', { payload, ...keyed('shared') });
    expect(second.json<Order>().merchantId).toBe(other.merchant.id);
    expect(second.json<Order>().id).not.toBe(first.json<Order>().id);
  });

  test('is each order’s own where several are created at once', async () => {
    const merchant = await makeMerchant(server);
    const create = (refNumber: string, key: string) =>
      merchant.call('POST', '/orders', { payload: newOrderPayload({ refNumber }), ...keyed(key) });
    const before = await create('before', 'used');
    const noPhone = newOrderPayload({ recipient: { name: 'Zoé' } });
    const [again, other, refused, first, twin, changed] = await Promise.all([
      create('before', 'used'),
      create('other', 'fresh'),
      merchant.call('POST', '/orders', { payload: noPhone, ...keyed('refused') }),
      create('first', 'shared'),
      create('first', 'shared'),
      create('changed', 'used'),
    ]);
    expect(again.json()).toEqual(before.json());
    expect(other.json()).toMatchObject({ refNumber: 'other' });
    expect(refused.json()).toMatchObject({ code: 'invalid_request' });
    expect(first.json()).toMatchObject({ refNumber: 'first' });
    expect(twin.json()).toEqual(first.json());
    expect(changed.json()).toMatchObject({ code: 'idempotency_key_reused' });
    const list = await merchant.call('GET', '/orders');
    const references = list.json<{ orders: Order[] }>().orders.map(({ refNumber }) => refNumber);
    expect(references).toHaveLength(3);
    expect(new Set(references)).toEqual(new Set(['before', 'first', 'other']));
  });

  test('lets one of many simultaneous requests create the order', async () => {
    const merchant = await makeMerchant(server);
    const payload = newOrderPayload();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        merchant.call('POST', '/orders', { payload, ...keyed('race') }),
      ),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    const refused = responses.filter(({ statusCode }) => statusCode !== 201);
    expect(new Set(created.map((response) => response.json<Order>().id)).size).toBe(1);
    expect(refused.map((response) => response.json<Problem>().code)).toEqual(
      refused.map(() => 'request_in_progress'),
    );
  });
});
