/** The id of a cell, by which assistive technology finds the one that the keyboard is at. */
export function cellId(row: number | undefined, column: number): string {
  return `import-cell-${row}-${column}`;
}
