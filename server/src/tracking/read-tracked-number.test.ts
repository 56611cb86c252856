import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trackingNumberFrom } from '@portage/contract/orders/tracking-number';
import { readTrackedNumber } from './read-tracked-number.ts';

const anyNumber = fc
  .array(fc.nat(31), { minLength: 10, maxLength: 10 })
  .map((numbers) => trackingNumberFrom(numbers));

/** A text as somebody may copy it: in small letters, with spaces, with letters for digits. */
const asTyped = (number: string, spaceAt: number) =>
  ` ${number.slice(0, spaceAt)} ${number.slice(spaceAt)}\u00A0`.toLowerCase().replaceAll('0', 'o');

test('a tracking number is read however it is typed, with or without that of a package', () => {
  fc.assert(
    fc.property(anyNumber, fc.nat(14), fc.option(fc.integer({ min: 1, max: 99 })), (...typed) => {
      const [trackingNumber, spaceAt, ordinal] = typed;
      const suffix = ordinal === null ? '' : ` -${ordinal}`;
      const text = asTyped(trackingNumber, spaceAt) + suffix;
      expect(readTrackedNumber(text)).toEqual({ trackingNumber });
    }),
  );
});

test('a number with one wrong character is none', () => {
  fc.assert(
    fc.property(anyNumber, fc.integer({ min: 3, max: 13 }), (number, at) => {
      const wrong = number[at] === '7' ? '8' : '7';
      const text = number.slice(0, at) + wrong + number.slice(at + 1);
      expect(readTrackedNumber(text)).toBeUndefined();
    }),
  );
});

test('an order’s id is read in any case', () => {
  fc.assert(
    fc.property(fc.uuid(), (orderId) => {
      expect(readTrackedNumber(` ${orderId.toUpperCase()}`)).toEqual({ orderId });
    }),
  );
});

test('any other text is no number', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readTrackedNumber(text)).toBeUndefined();
    }),
  );
});
