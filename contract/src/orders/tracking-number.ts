import { z } from 'zod';

/** Crockford's base 32: no I, L, O or U, so that nothing is misread aloud or by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'PTG';
const BODY_LENGTH = 10;

/** Doubles an element of the field GF(32) with the primitive polynomial x⁵ + x² + 1. */
const double = (element: number): number => (element << 1) ^ (element & 16 ? 0b100101 : 0);

/**
 * The weighted sum of characters in GF(32), each weighing twice its right neighbour. A number with
 * its check character sums to 0; any one wrong character or swap of neighbours does not.
 */
const weightedSum = (characters: string): number =>
  [...characters].reduce((sum, character) => double(sum) ^ ALPHABET.indexOf(character), 0);

/**
 * Makes a tracking number, `PTG` + 10 characters + 1 check character, from 10 numbers of which the
 * low 5 bits count (random bytes, normally).
 */
export function trackingNumberFrom(numbers: Iterable<number>): string {
  const body = Array.from(numbers, (number) => ALPHABET.charAt(number & 31)).join('');
  if (body.length !== BODY_LENGTH) throw new RangeError(`Expected ${BODY_LENGTH} numbers`);
  return `${PREFIX}${body}${ALPHABET.charAt(double(weightedSum(body)))}`;
}

/** Tells whether a text is a tracking number of an order, check character included. */
export function isTrackingNumber(text: string): boolean {
  const [, characters] = /^PTG([0-9A-HJKMNP-TV-Z]{11})$/.exec(text) ?? [];
  return characters !== undefined && weightedSum(characters) === 0;
}

/** The tracking number of the n-th package of an order, counted from 1. */
export function packageTrackingNumber(trackingNumber: string, ordinal: number): string {
  return `${trackingNumber}-${ordinal}`;
}

/** The tracking number of a package's order: `PTG…-2` is of `PTG…`. */
export const orderTrackingNumber = (trackingNumber: string): string =>
  trackingNumber.replace(/-\d+$/, '');

/** An order, by its id or its tracking number. */
export type TrackedNumber = { readonly orderId: string } | { readonly trackingNumber: string };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Replaces letters that base 32 leaves out: O by 0, I and L by 1. */
const withoutMisreadLetters = (number: string) =>
  number.slice(0, 3) + number.slice(3).replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** The last part of a link's path; any other text as it is. */
const lastPathPart = (text: string) =>
  text
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^.*\//, '');

/**
 * Reads a typed, scanned or pasted reference to an order: its tracking number, the barcode of a package
 * (`PTG…-1`), its id, or its tracking link. Case, spaces and misread letters do not matter. Undefined
 * for any other text, such as a number with a wrong check character.
 */
export function readTrackedNumber(typed: string): TrackedNumber | undefined {
  const plain = lastPathPart(typed.replaceAll(/\s/g, ''));
  const orderId = plain.toLowerCase();
  if (UUID.test(orderId)) return { orderId };
  const trackingNumber = withoutMisreadLetters(orderTrackingNumber(plain.toUpperCase()));
  return isTrackingNumber(trackingNumber) ? { trackingNumber } : undefined;
}

/** A tracking number of an order. */
export const TrackingNumber = z
  .string()
  .describe('`PTG`, 10 characters of Crockford base 32 and a check character.');
