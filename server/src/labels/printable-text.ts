/**
 * What the resident fonts hold (Helvetica in a PDF, font 0 of a ZPL printer): the printable characters of
 * Windows-1252, the greater part of which is Latin-1.
 */
const RESIDENT = /[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** Stands for a character that no font at hand can draw. */
const REPLACEMENT = '?';

/** Letters that have no decomposition into a resident letter and marks. */
const NEAREST: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ı: 'i' };

function toResident(character: string): string {
  if (RESIDENT.test(character)) return character;
  const base = NEAREST[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (base !== '' && [...base].every((one) => RESIDENT.test(one))) return base;
  return /\p{M}/u.test(character) ? '' : REPLACEMENT;
}

/**
 * A user's text as it can be printed: one line without control or invisible characters, in the
 * characters the fonts hold; a letter that they lack loses its marks or becomes `?`. A backslash
 * becomes a slash, because ZPL printers read `\&` as a line break, escaped or not.
 */
export function toPrintable(text: string): string {
  const oneLine = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll('\\', '/')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{FE00}-\u{FE0F}]/gu, '')
    .trim();
  return Array.from(oneLine, toResident).join('');
}
