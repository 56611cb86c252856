import { beforeEach, expect, test, vi } from 'vitest';
import type { OrderSummary } from '@portage/contract/orders/orders';
import type { BulkAction } from './bulk-action.ts';
import { planBulkRun } from './bulk-run-store.tsx';

const ORDERS = ['one', 'two'].map((id) => ({ id }) as OrderSummary);

/** An action that ends on request. */
function makeAction(name: BulkAction['name']) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const run = vi.fn<BulkAction['run']>(async (orders) => {
    await promise;
    return orders.map(({ id }) => ({ id, result: 'success' }));
  });
  const onDone = vi.fn<BulkAction['onDone']>();
  const permission = () => ({ allowed: true }) as const;
  const action = { name, permission, run, onDone, batchSize: 100, concurrency: 1 };
  return { action: { ...action, wasDone: () => false }, run, onDone, end };
}

beforeEach(() => {
  const matchMedia = () => ({ matches: false });
  vi.stubGlobal('window', { innerWidth: 1440, innerHeight: 900, matchMedia });
  vi.stubGlobal('document', { documentElement: undefined });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
  return () => vi.unstubAllGlobals();
});

test('an action started during another waits for its results; the same action runs once', async () => {
  const [first, again, second] = (['ready', 'ready', 'notReady'] as const).map(makeAction);
  if (!first || !again || !second) throw new Error('three actions');
  planBulkRun(first.action, ORDERS);
  planBulkRun(again.action, ORDERS);
  planBulkRun(second.action, ORDERS);
  await vi.waitFor(() => expect(first.run).toHaveBeenCalledTimes(1));
  expect(second.run).not.toHaveBeenCalled();

  first.end();
  await vi.waitFor(() => expect(first.onDone).toHaveBeenCalledTimes(1));
  second.end();
  await vi.waitFor(() => expect(second.onDone).toHaveBeenCalledTimes(1));
  expect(again.run).not.toHaveBeenCalled();
});
