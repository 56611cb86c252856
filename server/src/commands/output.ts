import { pipeline } from 'node:stream/promises';
import type { EpochMillis } from '@portage/contract/time';
import { hasCode } from '../../../postgres/src/startup-error.ts';

/** Escapes control characters as JSON does: strangers' texts must not steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** From left to right. */
export type Cells = readonly string[];

/** Aligns columns, the heading first. Widths grow page by page. */
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

export const printTable = (heading: Cells, rows: readonly Cells[]): Promise<void> =>
  printLines(alignedTable(heading, [rows]));

/** UTC to the second, without the letters of ISO 8601. */
export const tableTime = (at: EpochMillis): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Waits for the reader. Stops when it leaves, as `head` does. */
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
