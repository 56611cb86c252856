import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTrackingNumber, packageTrackingNumber, trackingNumberFrom } from './tracking-number.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
const position = fc.integer({ min: 3, max: 13 });

test('a tracking number is PTG, ten characters and a check character', () => {
  fc.assert(
    fc.property(bytes, (numbers) => {
      const trackingNumber = trackingNumberFrom(numbers);
      expect(trackingNumber).toMatch(/^PTG[0-9A-HJKMNP-TV-Z]{11}$/);
      expect(isTrackingNumber(trackingNumber)).toBe(true);
    }),
  );
});

test('one wrong character is noticed', () => {
  fc.assert(
    fc.property(bytes, position, fc.constantFrom(...ALPHABET.split('')), (numbers, at, wrong) => {
      const trackingNumber = trackingNumberFrom(numbers);
      fc.pre(trackingNumber.charAt(at) !== wrong);
      const misread = trackingNumber.slice(0, at) + wrong + trackingNumber.slice(at + 1);
      expect(isTrackingNumber(misread)).toBe(false);
    }),
  );
});

test('two neighbours that were swapped are noticed', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 3, max: 12 }), (numbers, at) => {
      const trackingNumber = trackingNumberFrom(numbers);
      const [one = '', other = ''] = trackingNumber.slice(at, at + 2);
      fc.pre(one !== other);
      const swapped = trackingNumber.slice(0, at) + other + one + trackingNumber.slice(at + 2);
      expect(isTrackingNumber(swapped)).toBe(false);
    }),
  );
});

test('the packages of an order are numbered from 1', () => {
  expect(packageTrackingNumber('PTG0123456789A', 2)).toBe('PTG0123456789A-2');
});
