import { withoutLongMarks } from '@portage/contract/text';
import { isInDejaVu, isInUnifont } from './wide-font.ts';

/** Windows-1252 characters in place of control characters. */
const OTHERS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Printable Windows-1252, as in Helvetica and font 0. */
const RESIDENT = new RegExp(`^[\\x20-\\x7e\\xa0-\\xff${OTHERS}]*$`);

/** Words of those characters: most texts, printed unchanged. */
const WORD = `[!-[\\]-~\\xa1-\\xff${OTHERS}]+`;
const PLAIN = new RegExp(`^${WORD}(?: ${WORD})*$`);

/** `resident` when standard fonts have every character. */
interface PrintableText {
  readonly text: string;
  readonly resident: boolean;
}

/** Replaces characters that no font has. */
const REPLACEMENT = '□';

export function isResident(text: string): boolean {
  return RESIDENT.test(text);
}

const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}]/u;

function drawable(character: string): string {
  if (isResident(character) || isInDejaVu(character)) return character;
  const parts = Array.from(character.normalize('NFKD'));
  if (parts.length > 1 && parts.every(isInDejaVu)) return parts.join('');
  if (PICTOGRAPH.test(character)) return '';
  if (isInUnifont(character)) return character;
  return /\p{M}/u.test(character) ? '' : REPLACEMENT;
}

/** One line; `□` for missing characters, a slash for the backslash, which ZPL interprets. */
export function toPrintable(text: string): PrintableText {
  if (PLAIN.test(text)) return { text, resident: true };
  const oneLine = withoutLongMarks(text)
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
