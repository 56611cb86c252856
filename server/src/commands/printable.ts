/**
 * Text that a terminal shows as it is. Some of what is stored was typed by strangers, and a terminal
 * obeys what is not a letter: it moves the cursor, changes the title, turns the direction of writing.
 * Each such character is shown by its number instead, as in JSON, so that JSON stays the JSON it was.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
