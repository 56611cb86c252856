import { expect, test } from 'vitest';
import { readFlag, rememberFlag } from './feature-flag-storage.ts';

/** The storage of a device, in memory. */
function deviceWith(value?: string) {
  const kept = new Map(value === undefined ? [] : [['flag', value]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
}

test('a flag is known again as the server last said', () => {
  const device = deviceWith();
  rememberFlag(device, { merchantId: 'maple', enabled: true });
  expect(readFlag(device, 'maple')).toBe(true);
  rememberFlag(device, { merchantId: 'maple', enabled: false });
  expect(readFlag(device, 'maple')).toBe(false);
});

test('a flag of one merchant is never taken for that of another', () => {
  const device = deviceWith();
  rememberFlag(device, { merchantId: 'maple', enabled: true });
  expect(readFlag(device, 'bakery')).toBe(false);
});

test.each([undefined, '', 'true', '{', '{"enabled":true}', 'null'])(
  'a stored value of %j counts as off',
  (value) => {
    expect(readFlag(deviceWith(value), 'maple')).toBe(false);
  },
);
