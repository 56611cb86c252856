import type { Bitmap } from './bitmap.ts';

const DIGITS = '0123456789ABCDEF';

/** Counts of a digit that follows: `G` is once, `Y` 19 times; before them `g` 20 times, `z` 400 times. */
const BEFORE_ONES = 'G'.charCodeAt(0) - 1;
const BEFORE_TWENTIES = 'g'.charCodeAt(0) - 1;

/** A run of one digit; two are as short as a count and a digit. A row of the widest page has 300. */
function counted(digit: string, times: number): string {
  if (times === 1) return digit;
  if (times === 2) return digit + digit;
  const [twenties, ones] = [Math.floor(times / 20), times % 20];
  const many = twenties > 0 ? String.fromCharCode(BEFORE_TWENTIES + twenties) : '';
  const few = ones > 0 ? String.fromCharCode(BEFORE_ONES + ones) : '';
  return many + few + digit;
}

/** The value of a digit of a row, two of which are a byte. */
function digitAt(row: Uint8Array, at: number): number {
  const byte = row[at >> 1] ?? 0;
  return at % 2 === 0 ? byte >> 4 : byte & 15;
}

/** The digits of the first bytes of a row, each run of equal ones counted. */
function shortened(row: Uint8Array, bytes: number): string {
  const length = 2 * bytes;
  let short = '';
  for (let at = 0; at < length;) {
    let end = at + 1;
    const digit = digitAt(row, at);
    while (end < length && digitAt(row, end) === digit) end += 1;
    short += counted(DIGITS.charAt(digit), end - at);
    at = end;
  }
  return short;
}

/** A row of dots as digits: `,` fills it up with white. Not every reader knows the sign for black. */
function compressed(row: Uint8Array): string {
  let length = row.length;
  while (length > 0 && row[length - 1] === 0) length -= 1;
  const dark = shortened(row, length);
  return length < row.length ? `${dark},` : dark;
}

/**
 * The command that prints a bitmap at the origin of its field, in the shortened digits that every
 * ZPL II printer reads; `:` repeats the row above.
 */
export function graphic({ bytesPerRow, bytes }: Bitmap): string {
  let data = '';
  let above: Uint8Array | undefined;
  for (let at = 0; at < bytes.length; at += bytesPerRow) {
    const row = bytes.subarray(at, at + bytesPerRow);
    data += above && Buffer.compare(row, above) === 0 ? ':' : compressed(row);
    above = row;
  }
  return `^GFA,${bytes.length},${bytes.length},${bytesPerRow},${data}`;
}
