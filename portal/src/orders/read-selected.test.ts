import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryOf, type Order } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { readSelected } from './order-selection.ts';

const byId = (orders: readonly Order[]) => new Map(orders.map((order) => [order.id, order]));

test('selected orders are read in their sequence, loaded or not, and those that are gone left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('loaded', 'elsewhere', 'gone'), { maxLength: 450 }),
      async (places) => {
        const orders = places.map((place, index) => exampleOrder({ id: `${place} ${index}` }));
        const at = (place: string) => orders.filter(({ id }) => id.startsWith(place));
        const elsewhere = byId(at('elsewhere'));
        const asked: number[] = [];
        const told: number[] = [];
        const read = await readSelected(orders.map(summaryOf), {
          loaded: byId(at('loaded')),
          fetchOrders(ids) {
            asked.push(ids.length);
            return Promise.resolve(ids.flatMap((id) => elsewhere.get(id) ?? []).toReversed());
          },
          onProgress: (count) => told.push(count),
        });
        expect(read).toEqual(orders.filter(({ id }) => !id.startsWith('gone')));
        expect(Math.max(0, ...asked)).toBeLessThanOrEqual(100);
        expect(asked.reduce((sum, count) => sum + count, 0)).toBe(
          orders.length - at('loaded').length,
        );
        expect(told.at(-1)).toBe(read.length);
      },
    ),
    { numRuns: 20 },
  );
});

test('one failed call fails the whole read', async () => {
  const rejection = new Error('No connection');
  const reading = readSelected([summaryOf(exampleOrder({ id: 'elsewhere' }))], {
    loaded: new Map(),
    fetchOrders: () => Promise.reject(rejection),
    onProgress: () => undefined,
  });
  await expect(reading).rejects.toBe(rejection);
});
