import { z } from 'zod';

/** Crockford's base 32: no I, L, O or U, which are misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'PTG';
const BODY_LENGTH = 10;

/** In the field GF(32) with the primitive polynomial x⁵ + x² + 1. */
const double = (element: number): number => (element << 1) ^ (element & 16 ? 0b100101 : 0);

/** In GF(32), each weighing twice its right neighbour. Finds any wrong or swapped character. */
const weightedSum = (characters: string): number =>
  [...characters].reduce((sum, character) => double(sum) ^ ALPHABET.indexOf(character), 0);

/** `PTG` + 10 characters + check character, from the low 5 bits of 10 numbers. */
export function trackingNumberFrom(numbers: Iterable<number>): string {
  const body = Array.from(numbers, (number) => ALPHABET.charAt(number & 31)).join('');
  if (body.length !== BODY_LENGTH) throw new RangeError(`Expected ${BODY_LENGTH} numbers`);
  return `${PREFIX}${body}${ALPHABET.charAt(double(weightedSum(body)))}`;
}

/** Includes the check character. */
export function isTrackingNumber(text: string): boolean {
  const [, characters] = /^PTG([0-9A-HJKMNP-TV-Z]{11})$/.exec(text) ?? [];
  return characters !== undefined && weightedSum(characters) === 0;
}

/** Counts from 1. */
export function packageTrackingNumber(trackingNumber: string, ordinal: number): string {
  return `${trackingNumber}-${ordinal}`;
}

/** The tracking number of a package's order: `PTG…-2` is of `PTG…`. */
export const orderTrackingNumber = (trackingNumber: string): string =>
  trackingNumber.replace(/-\d+$/, '');

export type TrackedNumber = { readonly orderId: string } | { readonly trackingNumber: string };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Replaces letters that base 32 leaves out: O by 0, I and L by 1. */
const withoutMisreadLetters = (number: string) =>
  number.slice(0, 3) + number.slice(3).replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Includes / and ? where only scanner or computer has a Canadian French keyboard. */
const SEPARATORS = /[/?#^éÉ]+/;

const LONGEST_LINK = 300;

/** Reads a number, barcode, order id or tracking link; undefined for other text. */
export function readTrackedNumber(typed: string): TrackedNumber | undefined {
  if (typed.length > LONGEST_LINK) return undefined;
  const parts = typed.replaceAll(/\s/g, '').split(SEPARATORS);
  return parts.map(readPart).find((number) => number !== undefined);
}

function readPart(part: string): TrackedNumber | undefined {
  const orderId = part.toLowerCase();
  if (UUID.test(orderId)) return { orderId };
  const trackingNumber = withoutMisreadLetters(orderTrackingNumber(part.toUpperCase()));
  return isTrackingNumber(trackingNumber) ? { trackingNumber } : undefined;
}

export const TrackingNumber = z
  .string()
  .describe('`PTG`, 10 characters of Crockford base 32 and a check character.');
