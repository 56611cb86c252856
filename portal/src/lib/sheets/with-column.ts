/**
 * The columns that the headers of a file lead to, with another one for the header at `index`. A column
 * leaves the header that it belonged to before; undefined is for a header that is not imported.
 */
export const withColumn = <Column>(
  columns: readonly (Column | undefined)[],
  index: number,
  column: Column | undefined,
): (Column | undefined)[] =>
  columns.map((other, place) => {
    if (place === index) return column;
    return other === column ? undefined : other;
  });
