import { expect, test } from 'vitest';
import { after, NOW } from '../testing/applied-events.ts';
import { locatedOrder } from '../testing/carrier-events.ts';
import { applyCarrierEvent } from './apply-carrier-event.ts';

test('a task is as it was last told of, and older news changes nothing', () => {
  const order = locatedOrder(NOW);
  const task = (taskStatus: 'ACTIVE' | 'COMPLETED', at: number) =>
    ({
      id: `${at}`,
      trackingNumber: order.trackingNumber,
      at,
      type: 'TASK',
      task: { id: 't1', shortId: 'A1', taskType: 'DROPOFF', taskStatus },
    }) as const;
  const completed = after(order, [task('ACTIVE', NOW + 1), task('COMPLETED', NOW + 3)]);
  expect(completed.tasks).toEqual([
    { id: 't1', shortId: 'A1', taskType: 'DROPOFF', taskStatus: 'COMPLETED', reportedAt: NOW + 3 },
  ]);
  const late = applyCarrierEvent(completed, task('ACTIVE', NOW + 2), NOW + 4);
  expect(late).toEqual({ order: completed, result: 'recorded', transitions: [] });
});
