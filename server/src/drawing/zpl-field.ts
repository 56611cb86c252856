/** What `^FH_` must not leave as it is: command prefixes, its own sign, and all that is not ASCII. */
const TO_ESCAPE = /[^\x20-\x7e]|[\^~_\\]/gu;

const hexOf = (byte: number) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Field data in which nothing can be taken for a command: escaped as `_XX`, in UTF-8 (`^CI28`). */
export function field(data: string): string {
  const escaped = data.replace(TO_ESCAPE, (character) =>
    Array.from(Buffer.from(character), hexOf).join(''),
  );
  return `^FH_^FD${escaped}^FS`;
}
