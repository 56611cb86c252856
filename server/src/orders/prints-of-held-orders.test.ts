import { expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readHistory, readOrder } from '../testing/edit-orders.ts';
import { serverOfFew, whileHeld } from '../testing/held-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { insertPrintable } from '../testing/print-documents.ts';
import { untilPrintsRecorded } from './record-prints.ts';

const server = useTestServer();

/** An order, and what prints it. */
async function makeOrder() {
  const merchant = await makeMerchant(server);
  const { id } = await insertPrintable(server, merchant);
  return {
    merchant,
    id,
    print: () => merchant.call('GET', `/labels/${id}`),
    read: () => readOrder(merchant, id),
    countPrints: async () => (await readHistory(merchant, id)).length,
  };
}

/** A server with few connections of its own, what it is asked with, and what it has logged. */
async function loggingServer(connections: number) {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const { app, stop } = await serverOfFew(server, connections, log);
  const get = async ({ token }: TestMerchant, url: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.inject({ url: `/api${url}`, headers })).statusCode;
  };
  return { lines, get, stop };
}

test('labels come while somebody holds the order, and are recorded when it is free', async () => {
  const order = await makeOrder();
  await whileHeld(server, order, async () => {
    expect((await order.print()).statusCode).toBe(200);
  });
  await untilPrintsRecorded();
  expect(await order.read()).toMatchObject({ labelPrintedAt: TEST_NOW });
  expect(await order.countPrints()).toBe(1);
});

test('however often a held order is printed, other calls are answered meanwhile', async () => {
  const { lines, get, stop } = await loggingServer(3);
  const order = await makeOrder();
  const other = await makeOrder();
  const prints = 5;
  await whileHeld(server, order, async () => {
    for (let print = 0; print < prints; print += 1) {
      expect(await get(order.merchant, `/labels/${order.id}`)).toBe(200);
    }
    expect(await get(other.merchant, `/labels/${other.id}`)).toBe(200);
    expect(await get(other.merchant, '/orders')).toBe(200);
    // None of them has been given up so far.
    expect(lines).toEqual([]);
  });
  await untilPrintsRecorded();
  expect(await other.countPrints()).toBe(1);
  expect(await order.countPrints()).toBe(prints);
  expect(lines).toEqual([]);
  await stop();
});

test('the log says what is not recorded, since an order is held for long', async () => {
  const { lines, get, stop } = await loggingServer(1);
  const order = await makeOrder();
  const before = await order.read();
  await whileHeld(server, order, async () => {
    expect(await get(order.merchant, `/labels/${order.id}`)).toBe(200);
    expect(lines).toEqual([]);
    await expect.poll(() => lines.length).toBe(1);
  });
  expect(lines.join('')).toMatch(/"code":"55P03".*"printed labels are not recorded yet"/);
  expect(lines.join('')).toContain(order.id);
  expect(await order.read()).toEqual(before);
  await stop();
});
