/** What `^FH_` must not leave as it is: command prefixes, its own sign, and all that is not ASCII. */
const TO_ESCAPE = /[^\x20-\x7e]|[\^~_\\]/gu;
/** Nearly every text: nothing to escape in it. */
const PLAIN = /^[\x20-[\]`-}]*$/;

const hexOf = (byte: number) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Escapes that were made before; there are never more than the fonts have characters. */
const escapes = new Map<string, string>();

/** A character as the hexadecimal bytes of its UTF-8. */
function escape(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const escaped = Array.from(Buffer.from(character), hexOf).join('');
  escapes.set(character, escaped);
  return escaped;
}

/** Field data in which nothing can be taken for a command: escaped as `_XX`, in UTF-8 (`^CI28`). */
export function field(data: string): string {
  const escaped = PLAIN.test(data) ? data : data.replace(TO_ESCAPE, escape);
  return `^FH_^FD${escaped}^FS`;
}
