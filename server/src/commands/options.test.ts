import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { readTimestamp } from './options.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['90m', '2026-11-21T10:30:00Z'],
  ['24h', '2026-11-20T12:00:00Z'],
  ['7d', '2026-11-14T12:00:00Z'],
  ['4w', '2026-10-24T12:00:00Z'],
  ['2026-11-01', '2026-11-01T00:00:00Z'],
  ['2026-11-01T08:30', '2026-11-01T08:30:00Z'],
  ['2026-11-01T08:30:15.250Z', '2026-11-01T08:30:15.250Z'],
  ['2026-11-01T08:30-05:00', '2026-11-01T13:30:00Z'],
])('%s is %s', (text, timestamp) => {
  expect(readTimestamp(text, NOW)).toBe(Date.parse(timestamp));
});

test.each(['', '24', '-1d', '1y', 'yesterday', '2026-02-30', '2026-11-01T25:00', '11/01/2026'])(
  '“%s” is not a timestamp',
  (text) => {
    expect(() => readTimestamp(text, NOW)).toThrow(InvalidArgumentError);
  },
);
