import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTrackingNumber,
  packageTrackingNumber,
  readTrackedNumber,
  trackingNumberFrom,
} from './tracking-number.ts';

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

test('one wrong character and two swapped ones are noticed', () => {
  const misread = fc.record({ at: position, swapAt: fc.integer({ min: 3, max: 12 }) });
  fc.assert(
    fc.property(
      bytes,
      misread,
      fc.constantFrom(...ALPHABET.split('')),
      (numbers, { at, swapAt }, wrong) => {
        const right = trackingNumberFrom(numbers);
        const changed = right.slice(0, at) + wrong + right.slice(at + 1);
        expect(isTrackingNumber(changed)).toBe(right.charAt(at) === wrong);
        const [one = '', other = ''] = right.slice(swapAt, swapAt + 2);
        const swapped = right.slice(0, swapAt) + other + one + right.slice(swapAt + 2);
        expect(isTrackingNumber(swapped)).toBe(one === other);
      },
    ),
  );
});

test('the packages of an order are numbered from 1', () => {
  expect(packageTrackingNumber('PTG0123456789A', 2)).toBe('PTG0123456789A-2');
});

const anyNumber = fc
  .array(fc.nat(31), { minLength: 10, maxLength: 10 })
  .map((numbers) => trackingNumberFrom(numbers));

/** A number in small letters, with spaces, and with letters for digits. */
const asTyped = (number: string, spaceAt: number) =>
  ` ${number.slice(0, spaceAt)} ${number.slice(spaceAt)}\u00A0`.toLowerCase().replaceAll('0', 'o');

test('a tracking number or a package’s barcode is read in any case, with spaces and misread letters', () => {
  fc.assert(
    fc.property(anyNumber, fc.nat(14), fc.option(fc.integer({ min: 1, max: 99 })), (...typed) => {
      const [trackingNumber, spaceAt, ordinal] = typed;
      const suffix = ordinal === null ? '' : ` -${ordinal}`;
      const text = asTyped(trackingNumber, spaceAt) + suffix;
      expect(readTrackedNumber(text)).toEqual({ trackingNumber });
    }),
  );
});

test('a number with one wrong character is not read', () => {
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

test('other texts are not read as numbers', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readTrackedNumber(text)).toBeUndefined();
    }),
  );
});

test('a tracking link is read with a number, a barcode or an id, and any query', () => {
  fc.assert(
    fc.property(
      anyNumber,
      fc.uuid(),
      fc.constantFrom('', '/', '?v=2', '/?v=2&lang=fr#top'),
      fc.constantFrom('https://portage.example/track/', 'portage.example/track/', '/track/'),
      (trackingNumber, orderId, end, start) => {
        for (const number of [
          trackingNumber,
          `${trackingNumber}-1`,
          trackingNumber.toLowerCase(),
        ]) {
          expect(readTrackedNumber(`${start}${number}${end}`)).toEqual({ trackingNumber });
        }
        expect(readTrackedNumber(`${start}${orderId}${end}`)).toEqual({ orderId });
      },
    ),
  );
});

test('a tracking link is read as scanners write it on a Canadian French keyboard', () => {
  const [sign, withCapsLock] = ['https:ééportage.exampleétracké', 'HTTPS:ÉÉPORTAGE.EXAMPLEÉTRACKÉ'];
  fc.assert(
    fc.property(anyNumber, fc.uuid(), (trackingNumber, orderId) => {
      expect(readTrackedNumber(`${sign}${trackingNumber}Év=2`)).toEqual({ trackingNumber });
      expect(readTrackedNumber(`https:##portage.example#track#${trackingNumber}^v=2`)).toEqual({
        trackingNumber,
      });
      expect(readTrackedNumber(`${withCapsLock}${orderId}éV=2`)).toEqual({ orderId });
    }),
  );
});

// Took minutes when each slash was searched to the end.
test('a million slashes are no tracking number', () => {
  expect(readTrackedNumber(`${'/'.repeat(1_000_000)}x`)).toBeUndefined();
});
