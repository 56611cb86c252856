/**
 * A value as JSON in ASCII, every other character escaped. One character beyond Latin-1, such as ’,
 * makes JavaScript keep a whole text in two bytes a character (docs/decisions/0007).
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
