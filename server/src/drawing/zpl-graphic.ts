import type { Bitmap } from './bitmap.ts';

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

/** The first digits of a row, each run of equal ones counted. */
function shortened(row: string, length: number): string {
  let short = '';
  for (let at = 0; at < length;) {
    let end = at + 1;
    const digit = row.charCodeAt(at);
    while (end < length && row.charCodeAt(end) === digit) end += 1;
    short += counted(row.charAt(at), end - at);
    at = end;
  }
  return short;
}

/** The length of a row without the bytes at its end that have one digit twice. */
function lengthWithout(row: string, digit: string): number {
  let length = row.length;
  while (length > 0 && row[length - 1] === digit && row[length - 2] === digit) length -= 2;
  return length;
}

/** A row of dots as digits: `,` fills it up with white, `!` with black. */
function compressed(row: string): string {
  const [white, black] = [lengthWithout(row, '0'), lengthWithout(row, 'F')];
  const rest = shortened(row, Math.min(white, black));
  if (white < row.length) return `${rest},`;
  return black < row.length ? `${rest}!` : rest;
}

/**
 * The command that prints a bitmap at the origin of its field, in the shortened digits that every
 * ZPL II printer reads; `:` repeats the row above.
 */
export function graphic({ bytesPerRow, bytes }: Bitmap): string {
  const digits = Buffer.from(bytes).toString('hex').toUpperCase();
  const data: string[] = [];
  let above: string | undefined;
  for (let at = 0; at < digits.length; at += 2 * bytesPerRow) {
    const row = digits.slice(at, at + 2 * bytesPerRow);
    data.push(row === above ? ':' : compressed(row));
    above = row;
  }
  return `^GFA,${bytes.length},${bytes.length},${bytesPerRow},${data.join('')}`;
}
