import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openLog } from '../log.ts';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import { buildServer } from '../server.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { readHistory, readOrder } from '../testing/edit-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { insertPrintable } from '../testing/print-documents.ts';
import { portOf } from '../testing/server-process.ts';
import * as printThreads from './print-threads.ts';

vi.mock(import('./print-threads.ts'), { spy: true });

/** Milliseconds to wait for an immediate effect on a busy machine. */
const PATIENCE = 10_000;

const server = useTestServer();
const threads = vi.mocked(printThreads.printOne);
const turn = vi.mocked(printThreads.takePrintTurn);
const errors: string[] = [];
let address: string;
let draw: typeof printThreads.printOne;

beforeAll(async () => {
  ({ printOne: draw } = await vi.importActual<typeof printThreads>('./print-threads.ts'));
  const log = openLog('error', { write: (line) => void errors.push(line) });
  const app = await buildServer({ ...server.deps, log });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${portOf(app.server)}/api`;
  return () => app.close();
});

const ask = ({ token }: TestMerchant, path: string, signal?: AbortSignal) =>
  fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: signal ?? null,
  });

async function leave(merchant: TestMerchant, path: string, isDrawn: boolean) {
  const caller = new AbortController();
  threads.mockImplementationOnce(async (name, task, gone) => {
    const drawing = isDrawn ? draw(name, task, gone) : undefined;
    caller.abort();
    await vi.waitUntil(() => gone?.aborted, PATIENCE);
    return drawing ?? draw(name, task, gone);
  });
  await expect(ask(merchant, path, caller.signal)).rejects.toThrow('aborted');
  await vi.waitUntil(() => threads.mock.settledResults.at(-1)?.type !== 'incomplete', PATIENCE);
  return threads.mock.settledResults.at(-1)?.type;
}

const timestamps = [
  { when: 'before it is drawn', isDrawn: false, drawing: 'rejected' },
  { when: 'while it is drawn', isDrawn: true, drawing: 'fulfilled' },
];

describe('a caller who goes away', () => {
  test.each(timestamps)('$when leaves no label on record', async ({ isDrawn, drawing }) => {
    const merchant = await makeMerchant(server);
    const [left, printed] = await Promise.all([
      insertPrintable(server, merchant),
      insertPrintable(server, merchant),
    ]);
    expect(await leave(merchant, `/labels/${left.id}`, isDrawn)).toBe(drawing);

    expect((await ask(merchant, `/labels/${printed.id}`)).status).toBe(200);
    await untilPrintsRecorded();
    expect(await readHistory(merchant, printed.id)).toHaveLength(1);
    expect(await readHistory(merchant, left.id)).toEqual([]);
    expect(await readOrder(merchant, left.id)).toEqual(left);
    expect(errors).toEqual([]);
  });

  test.each(timestamps)('$when keeps no packing slip from others', async ({ isDrawn, drawing }) => {
    const merchant = await makeMerchant(server);
    const { id } = await insertPrintable(server, merchant);
    expect(await leave(merchant, `/labels/packingslip/${id}`, isDrawn)).toBe(drawing);
    expect((await ask(merchant, `/labels/packingslip/${id}`)).status).toBe(200);
    expect(errors).toEqual([]);
  });

  test.each(['/labels', '/labels/packingslip'])(
    'while others are drawn leaves the queue, and nothing of %s is drawn for them',
    async (path) => {
      const merchant = await makeMerchant(server);
      const { id } = await insertPrintable(server, merchant);
      const taken = turn.mock.calls.length;
      const drawn = threads.mock.calls.length;
      const count = availableParallelism();
      const end = Promise.withResolvers<void>();
      for (let time = 0; time < count; time += 1) {
        threads.mockImplementationOnce(async (...wanted) => {
          await end.promise;
          return draw(...wanted);
        });
      }
      const others = Array.from({ length: count }, () => ask(merchant, `${path}/${id}`));
      await vi.waitUntil(() => threads.mock.calls.length === drawn + count, PATIENCE);

      const caller = new AbortController();
      const left = ask(merchant, `${path}/${id}`, caller.signal);
      await vi.waitUntil(() => turn.mock.calls.length > taken + count, PATIENCE);
      caller.abort();
      await expect(left).rejects.toThrow('aborted');
      await vi.waitUntil(() => turn.mock.settledResults.at(-1)?.type === 'rejected', PATIENCE);

      end.resolve();
      for (const other of others) expect((await other).status).toBe(200);
      expect(threads.mock.calls.length).toBe(drawn + count);
      expect(errors).toEqual([]);
    },
  );
});

test('a slip of many items is drawn with the batches and does not delay labels', async () => {
  const many = vi.mocked(printThreads.printMany);
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
    threads.mockClear();
    many.mockClear();
    expect((await ask(merchant, `/labels/packingslip/${id}?format=pdf`)).status).toBe(200);
    expect([threads.mock.calls.length, many.mock.calls.length]).toEqual([alone, together]);
  }
});
