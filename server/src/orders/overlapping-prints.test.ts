import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelStatusOf, labelVersionOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { useTestServer } from '../testing/build-test-server.ts';
import { edit, readOrder } from '../testing/edit-orders.ts';
import { insertOrder } from '../testing/insert-order.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { recordPrints, untilPrintsRecorded } from './record-prints.ts';

const server = useTestServer();

/** Somebody edits the order, begins to print it, finishes what was begun first, or does both at once. */
const aStep = fc.constantFrom('Ring once', 'Ring twice', 'begin', 'finish', 'print');

test('however edits and prints overlap, no label that says something else is of the current version', async () => {
  const merchant = await makeMerchant(server);
  const session = { merchantId: merchant.merchant.id, username: merchant.username };
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { id } = await insertOrder(server, merchant);
      const begun: Order[] = [];
      const printed: Order[] = [];
      for (const step of steps) {
        if (step.startsWith('Ring')) await edit(merchant, id, { notes: step });
        if (step === 'begin') begun.push(await readOrder(merchant, id));
        const finished = step === 'print' ? await readOrder(merchant, id) : begun[0];
        if (finished && (step === 'print' || step === 'finish')) {
          if (step === 'finish') begun.shift();
          await recordPrints(server.deps, { session, orders: [finished], format: 'zpl' });
          await untilPrintsRecorded();
          printed.push(finished);
        }
        const order = await readOrder(merchant, id);
        const current = printed.filter((one) => labelVersionOf(one) === labelVersionOf(order));
        const status = labelStatusOf(order);
        expect(status === 'NOT_PRINTED').toBe(printed.length === 0);
        expect(current.length > 0).toBe(status === 'PRINTED');
        for (const { notes } of current) expect(notes).toBe(order.notes);
      }
    }),
    { numRuns: 30 },
  );
});
