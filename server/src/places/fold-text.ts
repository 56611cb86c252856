/**
 * Text as it is compared: without accents, case or punctuation, words apart by single spaces, and
 * `saint`, `sainte` in their short forms, so that « St-Jérôme » and "Saint Jerome" are the same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bsaint(e?)\b/g, 'st$1');
}
