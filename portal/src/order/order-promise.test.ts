import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatFor } from '../lib/format.ts';
import { latenessOf, orderFormat, originalPromiseOf, promiseOf } from './order-promise.ts';

const format = formatFor('en', 'America/Toronto');
const at = (iso: string) => Date.parse(iso);

/** Times hold no-break spaces: people see no difference. */
const seen = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ');

beforeAll(() => {
  vi.setSystemTime(at('2025-11-20T13:05-05:00'));
});
afterAll(() => {
  vi.useRealTimers();
});

test.each([
  ['2025-11-21T18:00-05:00', '2025-11-21T22:00-05:00', 'Nov 21, 6:00 p.m. – 10:00 p.m.'],
  ['2025-11-22T02:00Z', '2025-11-22T03:00Z', 'Nov 21, 9:00 p.m. – 10:00 p.m.'],
  [
    '2024-11-21T09:00-05:00',
    '2024-11-23T21:00-05:00',
    'Nov 21, 2024, 9:00 a.m. – Nov 23, 2024, 9:00 p.m.',
  ],
])('a promise names its days in its time zone, one day once: from %s to %s', (from, to, words) => {
  expect(seen(promiseOf({ completeAfter: at(from), completeBefore: at(to) }, format))).toBe(words);
});

test('times of an order are in the zone of its delivery', () => {
  const origin = { country: 'CA', province: 'ON', postalCode: 'M5V 2T6' } as const;
  const recipient = { country: 'CA', province: 'NL', postalCode: 'A1B 3X9' } as const;
  const format = orderFormat({ originAddress: origin, recipientAddress: recipient }, 'en');
  expect(seen(format.time(at('2025-11-22T02:00Z')))).toBe('10:30 p.m. NST');
});

test('an order that is not rated promises nothing', () => {
  expect(promiseOf({}, format)).toBeUndefined();
});

test('the first promise is shown only if it has changed', () => {
  const first = {
    completeAfter: at('2025-11-21T18:00-05:00'),
    completeBefore: at('2025-11-21T22:00-05:00'),
  };
  const original = {
    originalCompleteAfter: first.completeAfter,
    originalCompleteBefore: first.completeBefore,
  };
  expect(originalPromiseOf({ ...first, ...original }, format)).toBeUndefined();
  const later = { ...first, completeBefore: at('2025-11-21T23:00-05:00') };
  expect(seen(originalPromiseOf({ ...later, ...original }, format))).toBe(
    'Nov 21, 6:00 p.m. – 10:00 p.m.',
  );
});

test.each([
  { orderStatus: 'OUT_FOR_DELIVERY', minutes: 1, lateness: 'late' },
  { orderStatus: 'OUT_FOR_DELIVERY', minutes: -1, lateness: undefined },
  { orderStatus: 'DELIVERED', minutes: 1, lateness: 'deliveredLate' },
  { orderStatus: 'DELIVERED', minutes: -1, lateness: undefined },
  { orderStatus: 'CANCELLED', minutes: 1, lateness: undefined },
] as const)('$minutes minutes after its promise $orderStatus is $lateness', (one) => {
  const completeBefore = at('2025-11-20T13:00-05:00');
  const now = completeBefore + one.minutes * 60_000;
  const deliveredAt = one.orderStatus === 'DELIVERED' ? now : undefined;
  const { orderStatus } = one;
  expect(latenessOf({ completeBefore, deliveredAt, orderStatus }, now)).toBe(one.lateness);
});
