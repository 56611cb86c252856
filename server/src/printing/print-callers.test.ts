import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import { buildServer } from '../server.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { readHistory, readOrder } from '../testing/edit-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { insertPrintable, insertPrintables } from '../testing/print-documents.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import * as printThreads from './print-threads.ts';

/** Milliseconds to wait for an immediate effect on a busy machine. */
const PATIENCE = 10_000;

const server = useTestServer();
const { printOne: drawOne, printMany: drawMany } = printThreads;
const [one, many] = [vi.spyOn(printThreads, 'printOne'), vi.spyOn(printThreads, 'printMany')];
const turn = vi.spyOn(printThreads, 'takePrintTurn');
const { log, lines: errors } = recordedLog('error');
let address: string;

beforeAll(async () => {
  const app = await buildServer({ ...server.deps, log });
  address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api`;
  return () => app.close();
});
afterAll(() => void vi.restoreAllMocks());

const ask = ({ token }: TestMerchant, path: string, signal?: AbortSignal) =>
  fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: signal ?? null,
  });

const askBatch = ({ token }: TestMerchant, ids: readonly string[], signal?: AbortSignal) =>
  fetch(`${address}/labels/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
    signal: signal ?? null,
  });

/** Holds back the next drawings until `end` is resolved. */
function holdBack(spy: typeof one, draw: typeof drawOne, count: number) {
  const end = Promise.withResolvers<void>();
  for (let time = 0; time < count; time += 1) {
    spy.mockImplementationOnce(async (...wanted) => {
      await end.promise;
      return draw(...wanted);
    });
  }
  return end;
}

/** Makes a caller leave before or while its file is drawn; returns the end of the drawing. */
async function leave(
  [spy, draw]: readonly [typeof one, typeof drawOne],
  isDrawn: boolean,
  print: (signal: AbortSignal) => Promise<Response>,
) {
  const caller = new AbortController();
  spy.mockImplementationOnce(async (name, task, turn) => {
    const drawing = isDrawn ? draw(name, task, turn) : undefined;
    caller.abort();
    await vi.waitUntil(() => turn?.signal?.aborted, PATIENCE);
    return drawing ?? draw(name, task, turn);
  });
  await expect(print(caller.signal)).rejects.toThrow('aborted');
  await vi.waitUntil(() => spy.mock.settledResults.at(-1)?.type !== 'incomplete', PATIENCE);
  return spy.mock.settledResults.at(-1)?.type;
}

const leaveOne = (merchant: TestMerchant, path: string, isDrawn: boolean) =>
  leave([one, drawOne], isDrawn, (signal) => ask(merchant, path, signal));

const timestamps = [
  { when: 'before it is drawn', isDrawn: false, drawing: 'rejected' },
  { when: 'while it is drawn', isDrawn: true, drawing: 'fulfilled' },
];

describe('a caller who goes away', () => {
  test.each(timestamps)('$when leaves no print recorded', async ({ isDrawn, drawing }) => {
    const merchant = await makeMerchant(server);
    const [left, printed] = await Promise.all([
      insertPrintable(server, merchant),
      insertPrintable(server, merchant),
    ]);
    expect(await leaveOne(merchant, `/labels/${left.id}`, isDrawn)).toBe(drawing);

    expect((await ask(merchant, `/labels/${printed.id}`)).status).toBe(200);
    await untilPrintsRecorded();
    expect(await readHistory(merchant, printed.id)).toHaveLength(1);
    expect(await readHistory(merchant, left.id)).toEqual([]);
    expect(await readOrder(merchant, left.id)).toEqual(left);
    expect(errors).toEqual([]);
  });

  test.each(timestamps)(
    '$when does not block others’ packing slips',
    async ({ isDrawn, drawing }) => {
      const merchant = await makeMerchant(server);
      const { id } = await insertPrintable(server, merchant);
      expect(await leaveOne(merchant, `/labels/packingslip/${id}`, isDrawn)).toBe(drawing);
      expect((await ask(merchant, `/labels/packingslip/${id}`)).status).toBe(200);
      expect(errors).toEqual([]);
    },
  );

  test.each(['/labels', '/labels/packingslip'])(
    'while others are drawn leaves the queue, and nothing of %s is drawn for them',
    async (path) => {
      const merchant = await makeMerchant(server);
      const { id } = await insertPrintable(server, merchant);
      const taken = turn.mock.calls.length;
      const drawn = one.mock.calls.length;
      const count = availableParallelism();
      const end = holdBack(one, drawOne, count);
      const others = Array.from({ length: count }, () => ask(merchant, `${path}/${id}`));
      await vi.waitUntil(() => one.mock.calls.length === drawn + count, PATIENCE);

      const caller = new AbortController();
      const left = ask(merchant, `${path}/${id}`, caller.signal);
      await vi.waitUntil(() => turn.mock.calls.length > taken + count, PATIENCE);
      caller.abort();
      await expect(left).rejects.toThrow('aborted');
      await vi.waitUntil(() => turn.mock.settledResults.at(-1)?.type === 'rejected', PATIENCE);

      end.resolve();
      for (const other of others) expect((await other).status).toBe(200);
      expect(one.mock.calls.length).toBe(drawn + count);
      expect(errors).toEqual([]);
    },
  );
});

test('a slip of many items queues with batches and does not delay labels', async () => {
  const merchant = await makeMerchant(server);
  const item = { name: 'كرسي خشبي قابل للطي', quantity: 1 };
  const itemsOf = (count: number) => ({ orderItems: Array.from({ length: count }, () => item) });
  const [light, heavy] = [
    await insertPrintable(server, merchant, itemsOf(50)),
    await insertPrintable(server, merchant, itemsOf(51)),
  ];
  for (const [{ id }, alone, together] of [
    [light, 1, 0],
    [heavy, 0, 1],
  ] as const) {
    one.mockClear();
    many.mockClear();
    expect((await ask(merchant, `/labels/packingslip/${id}?format=pdf`)).status).toBe(200);
    expect([one.mock.calls.length, many.mock.calls.length]).toEqual([alone, together]);
  }
});

async function makePrinter() {
  const merchant = await makeMerchant(server);
  const print = async (signal?: AbortSignal) => {
    const ids = (await insertPrintables(server, merchant, 2)).map(({ id }) => id);
    return { ids, answer: askBatch(merchant, ids, signal) };
  };
  return { merchant, print };
}

describe('a batch whose caller goes away', () => {
  test.each(timestamps)(
    '$when is not recorded, and makes room for another',
    async ({ isDrawn, drawing }) => {
      const { merchant, print } = await makePrinter();
      const left: string[] = [];
      for (let time = 0; time < 3; time += 1) {
        const ended = await leave([many, drawMany], isDrawn, async (signal) => {
          const { ids, answer } = await print(signal);
          left.push(...ids);
          return answer;
        });
        expect(ended).toBe(drawing);
      }

      const { ids, answer } = await print();
      expect((await answer).status).toBe(200);
      await untilPrintsRecorded();
      for (const id of ids) expect(await readHistory(merchant, id)).toHaveLength(1);
      for (const id of left) {
        expect((await readOrder(merchant, id)).labelPrintedAt).toBeUndefined();
        expect(await readHistory(merchant, id)).toEqual([]);
      }
      expect(errors).toEqual([]);
    },
  );
});

test('a third batch of a merchant at the same time is refused, others’ are not', async () => {
  const [busy, other] = [await makePrinter(), await makePrinter()];
  const end = holdBack(many, drawMany, 2);
  const begun = many.mock.calls.length;
  const underWay = [await busy.print(), await busy.print()];
  await vi.waitUntil(() => many.mock.calls.length === begun + underWay.length, PATIENCE);

  const third = await (await busy.print()).answer;
  expect(third.status).toBe(503);
  expect(third.headers.get('retry-after')).toBe('5');
  expect(((await third.json()) as Problem).code).toBe('busy');
  expect((await (await other.print()).answer).status).toBe(200);

  end.resolve();
  for (const { answer } of underWay) expect((await answer).status).toBe(200);
  expect((await (await busy.print()).answer).status).toBe(200);
});

test('a batch keeps its place until its file is read', async () => {
  const { print } = await makePrinter();
  const content = new Uint8Array(32 * 1024 * 1024);
  for (let batch = 0; batch < 2; batch += 1) {
    many.mockResolvedValueOnce({ file: content, failures: new Map() });
  }
  const [unread, read] = [await (await print()).answer, await (await print()).answer];
  expect([unread.status, read.status]).toEqual([200, 200]);
  expect((await (await print()).answer).status).toBe(503);

  expect((await read.arrayBuffer()).byteLength).toBeGreaterThan(content.byteLength);
  await vi.waitUntil(async () => (await (await print()).answer).status === 200, PATIENCE);
  await unread.body?.cancel();
});

test('batches whose callers went away keep their places until they are drawn', async () => {
  const { print } = await makePrinter();
  const end = holdBack(many, drawMany, 2);
  const caller = new AbortController();
  const begun = many.mock.calls.length;
  const left = [await print(caller.signal), await print(caller.signal)];
  await vi.waitUntil(() => many.mock.calls.length === begun + left.length, PATIENCE);
  caller.abort();
  await Promise.allSettled(left.map(({ answer }) => answer));
  const signals = many.mock.calls.slice(begun).map(([, , turn]) => turn?.signal);
  await vi.waitUntil(() => signals.every((signal) => signal?.aborted), PATIENCE);

  expect((await (await print()).answer).status).toBe(503);
  end.resolve();
  await vi.waitUntil(async () => (await (await print()).answer).status === 200, PATIENCE);
});
