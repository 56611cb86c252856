import { z } from 'zod';

/** All but tab and line feed: dangerous for printers and databases. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/gu;

/** Needs no Unicode rules, which cost most of the time. */
const isPlain = (typed: string): boolean => /^[\x20-\x7e]*$/.test(typed);

/** Characters whose composition costs little, however many are marks. */
const QUICKLY_COMPOSED = 200;

/** Also matches the half-width signs that NFKD turns into marks. */
const LONG_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * At most 30 marks on a character, as in streams (UAX 15): composing a longer run takes time by the
 * square of its length. Call it after everything that removes characters between marks.
 */
export const withoutLongMarks = (typed: string): string =>
  typed.length <= QUICKLY_COMPOSED ? typed : typed.replace(LONG_MARKS, '$1');

/** Drops control characters and broken surrogates, composes accents (NFC) and trims. */
export function cleanText(typed: string): string {
  if (isPlain(typed)) return typed.trim();
  const kept = typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTERS, (character) =>
      character === '\n' || character === '\t' ? character : '',
    );
  return withoutLongMarks(kept).normalize('NFC').trim();
}

/** Turns line breaks into spaces. */
export function cleanLine(typed: string): string {
  return cleanText(typed).replace(/\s+/g, ' ');
}

/** Leaves texts far beyond the maximum as they are, which then refuses them. */
const cleaned = (max: number, clean: (typed: string) => string) =>
  z
    .string()
    .overwrite((typed) => (typed.length > 4 * max + 1000 ? typed : clean(typed)))
    .max(max);

/** One line, cleaned. */
export const text = (max: number) => cleaned(max, cleanLine);

/** Several lines, cleaned. */
export const longText = (max: number) => cleaned(max, cleanText);

/** Refuses with `required`. */
export const requiredText = (max: number) => text(max).min(1, 'required');

/** Names a view or a preset. */
export const SavedName = requiredText(60);

/** Never has a line break, which could add a mail header. Refuses with `emailInvalid`. */
export const Email = text(254).pipe(z.email('emailInvalid'));

/** Ignores spaces around the text. */
export const isEmail = (typed: string): boolean => Email.safeParse(typed).success;

/** Removes case and accents, replaces typographic signs, collapses spaces. */
export function foldForSearch(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replace(/ +/g, ' ').trim();
  return withoutLongMarks(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
