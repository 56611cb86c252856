import { describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readOrder } from '../testing/edit-orders.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import {
  insertPrintable,
  insertPrintables,
  numbersIn,
  packageNumbers,
  printBatch,
} from '../testing/print-documents.ts';

const server = useTestServer();

describe('when one of the orders cannot be printed', () => {
  async function makeBadBatch() {
    const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
    const [first, last] = (await insertPrintables(server, merchant, 2)) as [Order, Order];
    const failed = await insertPrintable(server, merchant, { orderStatus: 'GEOCODEDFAILED' });
    const deleted = await insertPrintable(server, merchant);
    await merchant.call('DELETE', `/orders/${deleted.id}`);
    const foreign = await insertPrintable(server, stranger);
    const ids = [first.id, failed.id, deleted.id, foreign.id, uuidv7(), last.id];
    return { merchant, stranger, first, last, failed, foreign, ids };
  }

  test('`stop` prints nothing, and says why the first one failed', async () => {
    const { merchant, first, failed, ids } = await makeBadBatch();
    const { outcomes, file } = await printBatch(merchant.call, { ids });
    const [one, two, ...others] = outcomes;
    expect(file).toBeUndefined();
    expect(one).toEqual({ id: first.id, result: 'unprocessed', status: 'GEOCODED' });
    expect(two).toEqual({
      id: failed.id,
      result: 'error',
      status: 'GEOCODEDFAILED',
      code: 'order_not_printable',
      message: expect.stringContaining('“Address not found”') as string,
    });
    expect(others.map(({ result, code }) => [result, code])).toEqual(
      Array.from({ length: 4 }, () => ['unprocessed', undefined]),
    );
    expect(labelStatusOf(await readOrder(merchant, first.id))).toBe('NOT_PRINTED');
  });

  test('`skip` prints the others, and says why each failed one did', async () => {
    const { merchant, stranger, first, last, foreign, ids } = await makeBadBatch();
    const { outcomes, file } = await printBatch(merchant.call, { ids, onFailure: 'skip' }, 'FR');
    expect(await numbersIn(file)).toEqual(packageNumbers([first, last]));
    expect(outcomes.map(({ result, code }) => [result, code])).toEqual([
      ['success', undefined],
      ['error', 'order_not_printable'],
      ...Array.from({ length: 3 }, () => ['error', 'order_not_found']),
      ['success', undefined],
    ]);
    expect(outcomes[3]?.message).toBe(`Il n’y a pas de commande ${foreign.id}.`);
    expect(await readOrder(stranger, foreign.id)).toEqual(foreign);
  });

  test('no file is made when none can be printed', async () => {
    const { merchant, failed } = await makeBadBatch();
    const { outcomes, file } = await printBatch(merchant.call, {
      ids: [failed.id],
      onFailure: 'skip',
    });
    expect(outcomes).toMatchObject([{ result: 'error', code: 'order_not_printable' }]);
    expect(file).toBeUndefined();
  });
});

describe('an order that cannot be drawn, which is a fault of ours,', () => {
  async function makeUndrawable() {
    const merchant = await makeMerchant(server);
    const [good] = (await insertPrintables(server, merchant, 1)) as [Order];
    const service = 'PIGEON' as string as Order['service'];
    const bad = await insertPrintable(server, merchant, { service });
    return { merchant, good, bad, ids: [good.id, bad.id] };
  }

  test('does not prevent the others, and is not marked printed', async () => {
    const { merchant, good, bad, ids } = await makeUndrawable();
    const { outcomes, file } = await printBatch(merchant.call, { ids, onFailure: 'skip' });
    expect(outcomes).toEqual([
      { id: good.id, result: 'success', status: 'GEOCODED' },
      {
        id: bad.id,
        result: 'error',
        status: 'GEOCODED',
        code: 'order_not_drawable',
        message: expect.stringContaining(bad.trackingNumber) as string,
      },
    ]);
    expect(await numbersIn(file)).toEqual(packageNumbers([good]));
    expect((await readOrder(merchant, good.id)).labelPrintedAt).toBe(TEST_NOW);
    const read = await merchant.call('GET', `/orders/${bad.id}`);
    expect(read.json<Order>().labelPrintedAt).toBeUndefined();
  });

  test('stops a batch that stops at the first failure', async () => {
    const { merchant, good, ids } = await makeUndrawable();
    const { outcomes, file } = await printBatch(merchant.call, { ids });
    expect(outcomes.map(({ result, code }) => [result, code])).toEqual([
      ['unprocessed', undefined],
      ['error', 'order_not_drawable'],
    ]);
    expect(file).toBeUndefined();
    expect((await readOrder(merchant, good.id)).labelPrintedAt).toBeUndefined();
  });

  test('is reported when it is printed alone', async () => {
    const { merchant, bad } = await makeUndrawable();
    for (const path of [`/labels/${bad.id}`, `/labels/packingslip/${bad.id}`]) {
      const refused = await merchant.call('GET', path);
      expect(refused.json()).toMatchObject({ status: 500, code: 'order_not_drawable' });
    }
  });
});
