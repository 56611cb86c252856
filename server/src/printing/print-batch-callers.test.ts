import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { openLog } from '../log.ts';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import { buildServer } from '../server.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { readHistory, readOrder } from '../testing/edit-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { insertPrintables } from '../testing/print-documents.ts';
import { portOf } from '../testing/server-process.ts';
import * as printThreads from './print-threads.ts';

vi.mock(import('./print-threads.ts'), { spy: true });

type Threads = typeof printThreads.printMany;

/** Milliseconds to wait for an immediate effect on a busy machine. */
const PATIENCE = 10_000;

const server = useTestServer();
const threads = vi.mocked(printThreads.printMany);
const errors: string[] = [];
let address: string;
let draw: Threads;

beforeAll(async () => {
  ({ printMany: draw } = await vi.importActual<typeof printThreads>('./print-threads.ts'));
  const log = openLog('error', { write: (line) => void errors.push(line) });
  const app = await buildServer({ ...server.deps, log });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${portOf(app.server)}/api/labels/batch`;
  return () => app.close();
});

async function makePrinter() {
  const merchant = await makeMerchant(server);
  const print = async (signal?: AbortSignal) => {
    const ids = (await insertPrintables(server, merchant, 2)).map(({ id }) => id);
    return { ids, answer: ask(merchant, ids, signal) };
  };
  return { merchant, print };
}

const ask = ({ token }: TestMerchant, ids: readonly string[], signal?: AbortSignal) =>
  fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
    signal: signal ?? null,
  });

describe('a batch whose caller goes away', () => {
  async function leave(print: Awaited<ReturnType<typeof makePrinter>>['print'], isDrawn: boolean) {
    const caller = new AbortController();
    threads.mockImplementationOnce(async (name, task, gone) => {
      const drawing = isDrawn ? draw(name, task, gone) : undefined;
      caller.abort();
      await vi.waitUntil(() => gone?.aborted, PATIENCE);
      return drawing ?? draw(name, task, gone);
    });
    const { ids, answer } = await print(caller.signal);
    await expect(answer).rejects.toThrow('aborted');
    await vi.waitUntil(() => threads.mock.settledResults.at(-1)?.type !== 'incomplete', PATIENCE);
    return { ids, drawing: threads.mock.settledResults.at(-1)?.type };
  }

  test.each([
    { when: 'before it is drawn', isDrawn: false, drawing: 'rejected' },
    { when: 'while it is drawn', isDrawn: true, drawing: 'fulfilled' },
  ])('$when is not recorded, and makes room for another', async ({ isDrawn, drawing }) => {
    const { merchant, print } = await makePrinter();
    const given = [];
    for (let time = 0; time < 3; time += 1) given.push(await leave(print, isDrawn));

    const { ids, answer } = await print();
    expect((await answer).status).toBe(200);
    await untilPrintsRecorded();
    for (const id of ids) expect(await readHistory(merchant, id)).toHaveLength(1);
    for (const left of given) {
      expect(left.drawing).toBe(drawing);
      for (const id of left.ids) {
        expect((await readOrder(merchant, id)).labelPrintedAt).toBeUndefined();
        expect(await readHistory(merchant, id)).toEqual([]);
      }
    }
    expect(errors).toEqual([]);
  });
});

test('a merchant that has two batches under way waits with the third, and others do not', async () => {
  const [one, other] = [await makePrinter(), await makePrinter()];
  const end = Promise.withResolvers<void>();
  const begun = threads.mock.calls.length;
  for (let batch = 0; batch < 2; batch += 1) {
    threads.mockImplementationOnce(async (...wanted) => {
      await end.promise;
      return draw(...wanted);
    });
  }
  const underWay = [await one.print(), await one.print()];
  await vi.waitUntil(() => threads.mock.calls.length === begun + underWay.length, PATIENCE);

  const third = await (await one.print()).answer;
  expect(third.status).toBe(503);
  expect(third.headers.get('retry-after')).toBe('5');
  expect(((await third.json()) as Problem).code).toBe('busy');
  expect((await (await other.print()).answer).status).toBe(200);

  end.resolve();
  for (const { answer } of underWay) expect((await answer).status).toBe(200);
  expect((await (await one.print()).answer).status).toBe(200);
});
