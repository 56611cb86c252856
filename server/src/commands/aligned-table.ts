import { printable } from './printable.ts';

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
