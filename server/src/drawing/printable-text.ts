import { isInWideFont } from './wide-font.ts';

/** What Windows-1252 has in place of control characters. */
const OTHERS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** The printable characters of Windows-1252: what Helvetica in a PDF and font 0 of a printer hold. */
const RESIDENT = new RegExp(`^[\\x20-\\x7e\\xa0-\\xff${OTHERS}]*$`);

/** Words of them with one space between, as nearly all texts are: they are printed as they stand. */
const WORD = `[!-[\\]-~\\xa1-\\xff${OTHERS}]+`;
const PLAIN = new RegExp(`^${WORD}(?: ${WORD})*$`);

/** A text as it can be printed, and whether the fonts that printers and PDF readers have hold all of it. */
interface PrintableText {
  readonly text: string;
  readonly resident: boolean;
}

/** Stands for characters that no font at hand can draw. */
const REPLACEMENT = '□';

/** Tells whether the fonts that printers and PDF readers have by themselves hold a text. */
export function isResident(text: string): boolean {
  return RESIDENT.test(text);
}

function drawable(character: string): string {
  if (isResident(character) || isInWideFont(character)) return character;
  const parts = Array.from(character.normalize('NFKD'));
  if (parts.length > 1 && parts.every(isInWideFont)) return parts.join('');
  // A picture or a lone mark says nothing of where a parcel goes.
  return /[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}]/u.test(character)
    ? ''
    : REPLACEMENT;
}

/**
 * A user's text as it can be printed: one line without control or invisible characters. Pictures that
 * the fonts lack are left out, other characters that they lack become one `□`. A backslash becomes a
 * slash, because ZPL printers read `\&` as a line break, escaped or not.
 */
export function toPrintable(text: string): PrintableText {
  if (PLAIN.test(text)) return { text, resident: true };
  const oneLine = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll('\\', '/');
  if (isResident(oneLine)) return { text: oneLine.trim(), resident: true };
  const drawn = Array.from(
    oneLine.replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{FE00}-\u{FE0F}]/gu, ''),
    drawable,
  ).join('');
  const shown = drawn.replace(/□+/g, REPLACEMENT).replace(/ +/g, ' ').trim();
  const printable = shown === '' && oneLine.trim() !== '' ? REPLACEMENT : shown;
  return { text: printable, resident: isResident(printable) };
}
