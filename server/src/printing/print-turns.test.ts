import { availableParallelism } from 'node:os';
import { afterAll, expect, test, vi } from 'vitest';
import type { Picture } from '../drawing/layout-items.ts';
import * as logos from '../logos/find-logo.ts';
import * as prints from '../orders/record-prints.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { insertPrintables } from '../testing/print-documents.ts';

const server = useTestServer();
const findLogos = vi.spyOn(logos, 'findLogos');
const recordPrints = vi.spyOn(prints, 'recordPrints');
afterAll(() => void vi.restoreAllMocks());

async function makePrinter() {
  const merchant = await makeMerchant(server);
  return async (path: string, count: number) => {
    const orders = await insertPrintables(server, merchant, count);
    return orders.map(({ id }) => merchant.call('GET', `${path}/${id}`));
  };
}

test.each([
  ['labels', '/labels'],
  ['packing slips', '/labels/packingslip'],
])('however many %s wait for their logos, others are printed meanwhile', async (_what, path) => {
  const [slow, other] = [await makePrinter(), await makePrinter()];
  const end = Promise.withResolvers<Map<string, Picture>>();
  const count = availableParallelism() + 1;
  const begun = findLogos.mock.calls.length;
  for (let time = 0; time < count; time += 1) {
    findLogos.mockImplementationOnce(() => end.promise);
  }
  const waiting = await slow(path, count);
  await vi.waitUntil(() => findLogos.mock.calls.length === begun + count, 10_000);

  const [answer] = await Promise.all(await other(path, 1));
  expect(answer?.statusCode).toBe(200);

  end.resolve(new Map());
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
});

test('labels that get no turn are refused', async () => {
  const print = await makePrinter();
  const end = Promise.withResolvers<void>();
  recordPrints.mockImplementation(() => end.promise);
  const waiting = await print('/labels', availableParallelism() + 1);
  expect((await Promise.race(waiting)).statusCode).toBe(503);

  end.resolve();
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 503)).toHaveLength(1);
  recordPrints.mockReset();
});
