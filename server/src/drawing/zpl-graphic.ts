import type { Bitmap } from './bitmap.ts';

/** Counts of a digit that follows: `G` is once, `Y` 19 times; before them `g` 20 times, `z` 400 times. */
const BEFORE_ONES = 'G'.charCodeAt(0) - 1;
const BEFORE_TWENTIES = 'g'.charCodeAt(0) - 1;
/** Two equal digits are as short as a count and a digit. */
const WORTH_A_COUNT = /(.)\1{2,}/g;

/** A run of one digit; a row of the widest page has 300. */
function counted(run: string, digit: string): string {
  const [twenties, ones] = [Math.floor(run.length / 20), run.length % 20];
  return [
    twenties > 0 && String.fromCharCode(BEFORE_TWENTIES + twenties),
    ones > 0 && String.fromCharCode(BEFORE_ONES + ones),
    digit,
  ]
    .filter(Boolean)
    .join('');
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
  const rest = row.slice(0, Math.min(white, black)).replace(WORTH_A_COUNT, counted);
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
