/** How many characters of a reference number stand on one line of the list (spec 1 §9). */
const REFERENCE_LINE_LENGTH = 15;

/**
 * Cuts a reference number into lines of 15 characters. Characters, not code units: an emoji or an
 * accented letter is never cut in half.
 */
export function wrapReference(reference: string): string[] {
  const characters = [...reference];
  const lines: string[] = [];
  for (let start = 0; start < characters.length; start += REFERENCE_LINE_LENGTH) {
    lines.push(characters.slice(start, start + REFERENCE_LINE_LENGTH).join(''));
  }
  return lines;
}
