/** Undefined `column` maps the header to none. Frees the column's former header. */
export const withColumn = <Column>(
  columns: readonly (Column | undefined)[],
  index: number,
  column: Column | undefined,
): (Column | undefined)[] =>
  columns.map((other, place) => {
    if (place === index) return column;
    return other === column ? undefined : other;
  });
