import { z } from 'zod';

/** Every control character but tab and line feed: never meant, and a danger to printers and databases. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/gu;

/** Drops control characters and broken surrogates, composes accents (NFC) and trims. */
export function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTERS, (character) =>
      character === '\n' || character === '\t' ? character : '',
    )
    .normalize('NFC')
    .trim();
}

/** The same on one line: what broke it becomes a space. */
export function cleanLine(typed: string): string {
  return cleanText(typed).replace(/\s+/g, ' ');
}

/** Text of at most `max` characters on one line, cleaned. Every text that a person types goes through here. */
export const text = (max: number) => z.string().overwrite(cleanLine).max(max);

/** Text that may have several lines, such as notes. */
export const longText = (max: number) => z.string().overwrite(cleanText).max(max);

/** Text on one line that may not be empty. Refuses with `required`. */
export const requiredText = (max: number) => text(max).min(1, 'required');
