import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderCan } from '@portage/contract/orders/order-status';
import { summaryOf } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { anySelectedOrder } from '../testing/any-selected-order.ts';
import {
  advance,
  type BulkRun,
  type BulkRunEvent,
  isStopped,
  type Outcome,
  planRun,
  resultsOf,
  resultsCsv,
} from './bulk-run.ts';

const anyOrders = fc.uniqueArray(anySelectedOrder, { selector: ({ id }) => id, maxLength: 30 });

const anyOutcome = fc.oneof(
  fc.constant<Outcome>({ result: 'success', status: 'PICKUP_READY' }),
  fc.boolean().map((isUncertain): Outcome => ({
    result: 'error',
    message: 'No',
    requestId: undefined,
    isUncertain,
    status: undefined,
  })),
  fc.constantFrom<Outcome>(
    { result: 'unprocessed', because: 'refused', message: 'No', status: 'DELIVERED' },
    { result: 'unprocessed', because: 'cancelled' },
    { result: 'unprocessed', because: 'signedOut' },
  ),
);

/** Events of a run, `settle` by the index of the orders. */
const anyStep = fc.oneof(
  fc.constantFrom<BulkRunEvent>(
    { type: 'start' },
    { type: 'stop' },
    { type: 'again', which: 'failed' },
    { type: 'again', which: 'stopped' },
  ),
  fc.array(fc.tuple(fc.nat({ max: 29 }), anyOutcome), { maxLength: 15 }),
);

/** Every run that events lead to, in sequence, each with the event. */
function follow(first: BulkRun, steps: readonly (BulkRunEvent | [number, Outcome][])[]) {
  let before = first;
  return steps.map((step) => {
    const event: BulkRunEvent = Array.isArray(step)
      ? {
          type: 'settle',
          outcomes: step.flatMap(([index, outcome]) => {
            const order = first.orders[index];
            return order ? [[order.id, outcome] as const] : [];
          }),
        }
      : step;
    const after = advance(before, event);
    const timestamp = { before, event, after };
    before = after;
    return timestamp;
  });
}

const anyStory = fc
  .tuple(anyOrders, fc.array(anyStep, { maxLength: 40 }))
  .map(([orders, steps]) => follow(planRun(orders, orderCan.delete), steps));

const isFinal = (outcome: Outcome) =>
  outcome.result === 'success' ||
  (outcome.result === 'unprocessed' && ['skipped', 'refused'].includes(outcome.because));

describe('after any events', () => {
  test('a run ends exactly when every order has its result', () =>
    fc.assert(
      fc.property(anyStory, (story) => {
        for (const { after } of story) {
          if (after.phase === 'asking') continue;
          const isComplete = resultsOf(after).length === after.orders.length;
          expect(after.phase === 'ended').toBe(isComplete);
        }
      }),
    ));

  test('finished orders stay finished, skipped ones stay skipped', () =>
    fc.assert(
      fc.property(anyStory, (story) => {
        const undone = story.flatMap(({ before, after }) =>
          [...before.outcomes].filter(
            ([id, outcome]) => isFinal(outcome) && after.outcomes.get(id) !== outcome,
          ),
        );
        expect(undone).toEqual([]);
      }),
    ));

  test('a retry includes either the failed orders or those never tried', () =>
    fc.assert(
      fc.property(anyStory, (story) => {
        for (const { before, event, after } of story) {
          if (event.type !== 'again' || after === before) continue;
          const wanted = resultsOf(before).filter(({ outcome }) =>
            event.which === 'failed' ? outcome.result === 'error' : isStopped(outcome),
          );
          expect(after.round.map(({ order }) => order)).toEqual(wanted.map(({ order }) => order));
          expect(after.round.map(({ isUncertain }) => isUncertain)).toEqual(
            wanted.map(({ outcome }) => outcome.result === 'error' && outcome.isUncertain),
          );
        }
      }),
    ));
});

test('orders that may not be deleted are skipped with a reason before the first call', () =>
  fc.assert(
    fc.property(anyOrders, (orders) => {
      const run = planRun(orders, orderCan.delete);
      for (const order of orders) {
        const permission = orderCan.delete(order);
        expect(run.round.some((turn) => turn.order === order)).toBe(permission.allowed);
        expect(run.outcomes.get(order.id)).toEqual(
          permission.allowed
            ? undefined
            : { result: 'unprocessed', because: 'skipped', reason: permission.reason },
        );
      }
    }),
  ));

test('each order is a line with its current status, safe from formulas', async () => {
  const order = summaryOf(exampleOrder({ recipient: { name: '=cmd, "quoted"' } }));
  const file = resultsCsv(
    [
      { order, outcome: { result: 'success', status: 'PICKUP_READY' } },
      { order, outcome: { result: 'unprocessed', because: 'cancelled' } },
    ],
    ({ outcome }) => (outcome.result === 'success' ? [] : ['Cancelled.', 'Too late.']),
  );
  const cells = `${order.id},PTG0000000000,"'=cmd, ""quoted"""`;
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\uFEFFresult,order_id,tracking_number,recipient,order_status,message\r\n' +
      `success,${cells},PICKUP_READY,\r\n` +
      `unprocessed,${cells},GEOCODED,Cancelled. Too late.\r\n`,
  );
});
