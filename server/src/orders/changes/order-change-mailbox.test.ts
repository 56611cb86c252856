import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderChange } from '@portage/contract/orders/order-changes';
import { MOST_NAMED, OrderChangeMailbox } from './order-change-mailbox.ts';

const change = (number: number, version: number): OrderChange => ({
  id: `order ${number}`,
  createdAt: number,
  version,
  isDeleted: false,
});

test('however changes come, the last version of each order is read, once', () => {
  const changes = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1 }), (batches) => {
      const mailbox = new OrderChangeMailbox();
      const newest = new Map<string, number>();
      for (const batch of batches) {
        mailbox.put(batch.map(([number, version]) => change(number, version)));
        for (const [number, version] of batch) {
          const { id } = change(number, version);
          newest.set(id, Math.max(version, newest.get(id) ?? 0));
        }
      }
      const read = mailbox.empty();
      if (!Array.isArray(read)) throw new Error(`Changes are read, not ${String(read)}`);
      expect(new Map(read.map(({ id, version }) => [id, version]))).toEqual(newest);
      expect(mailbox.empty()).toBeUndefined();
    }),
  );
});

test('a deletion, which makes no new version, is what is read', () => {
  const mailbox = new OrderChangeMailbox();
  mailbox.put([change(1, 3)]);
  mailbox.put([{ ...change(1, 3), isDeleted: true }]);
  mailbox.put([change(1, 3)]);
  expect(mailbox.empty()).toEqual([{ ...change(1, 3), isDeleted: true }]);
});

test('a reader who is behind by more than 500 orders has missed some, until the next change', () => {
  const mailbox = new OrderChangeMailbox();
  const many = Array.from({ length: MOST_NAMED + 1 }, (_, number) => change(number, 1));
  mailbox.put(many.slice(1));
  mailbox.put(many.slice(0, 1));
  expect(mailbox.empty()).toBe('missed');
  mailbox.put(many.slice(1));
  expect(mailbox.empty()).toHaveLength(MOST_NAMED);
});
