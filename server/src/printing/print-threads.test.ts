import { expect, test } from 'vitest';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { labelledOrder } from '../testing/labelled-order.ts';
import { threadsSteppedBack } from '../testing/thread-priorities.ts';
import { workerThreads } from '../threads/worker-threads.ts';
import type * as printWorker from './print-worker.ts';

const WORKER = new URL('./print-worker.ts', import.meta.url);

const task: Parameters<typeof printWorker.printOrders>[0] = {
  orders: [JSON.stringify(labelledOrder({ packageCount: 3 }))],
  documents: 'labels',
  format: 'zpl',
  dpi: 203,
  merchant: { name: 'Maple & Pine', language: 'en', timeZone: 'America/Toronto' },
  trackingUrl: 'https://portage.example/track',
  areaByPrefix: shippedTariff().areaByPrefix,
  logos: new Map(),
  limits: { pages: 3, bytes: 10_000_000, milliseconds: 10_000 },
};

test.runIf(process.platform === 'linux')(
  'threads that print have a lower priority than the others',
  async () => {
    const before = threadsSteppedBack();
    const print = workerThreads<typeof printWorker>(WORKER, { threads: 1, mostWaiting: 1 });
    await print('printOrders', task);
    // Threads of other tests may end during the check.
    expect(threadsSteppedBack().difference(before).size).toBe(1);
  },
);

test('prints beyond the queue are refused as busy, and waiting ones are printed', async () => {
  const print = workerThreads<typeof printWorker>(WORKER, { threads: 1, mostWaiting: 1 });
  await print('printOrders', task);
  const [running, waiting, refused] = [1, 2, 3].map(() => print('printOrders', task));
  await expect(refused).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
  expect(await running).toEqual(await waiting);
});

test('an abandoned print is dropped while it waits, and finished once it runs', async () => {
  const print = workerThreads<typeof printWorker>(WORKER, { threads: 1, mostWaiting: 2 });
  await print('printOrders', task);
  const leaving = new AbortController();
  const running = print('printOrders', task, { signal: leaving.signal });
  const givenUp = print('printOrders', task, { signal: leaving.signal });
  const waiting = print('printOrders', task);
  leaving.abort();
  await expect(givenUp).rejects.toThrow('aborted');
  expect(await waiting).toEqual(await running);
});
