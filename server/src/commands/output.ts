import { pipeline } from 'node:stream/promises';
import { hasCode } from '../../../postgres/src/startup-error.ts';
import type { EpochMillis } from '@portage/contract/time';

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

/** The cells of a line, from left to right. */
export type Cells = readonly string[];

/**
 * Lines with their columns aligned, the first of them the heading. A page at a time: columns are as
 * wide as the widest cell so far, and so grow where a later page needs it.
 */
export async function* alignedTable(
  heading: Cells,
  pages: Iterable<readonly Cells[]> | AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  const widths = heading.map(() => 0);
  let isFirst = true;
  for await (const page of pages) {
    const lines = (isFirst ? [heading, ...page] : page).map((cells) => cells.map(printable));
    isFirst = false;
    for (const cells of lines) {
      for (const [column, cell] of cells.entries()) {
        widths[column] = Math.max(widths[column] ?? 0, cell.length);
      }
    }
    for (const cells of lines) {
      yield cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    }
  }
}

/** A timestamp as it stands in tables: UTC to the second, without the letters of ISO 8601. */
export const tableTime = (at: EpochMillis): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Prints lines at the pace of the reader. Stops when the reader leaves, as `head` does. */
export async function printLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  async function* withEnds() {
    for await (const line of lines) yield `${printable(line)}\n`;
  }
  try {
    await pipeline(withEnds, process.stdout, { end: false });
  } catch (error) {
    if (!hasCode(error, 'EPIPE')) throw error;
  }
}
