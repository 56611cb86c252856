import { areHalvesOfName } from '@portage/contract/imports/import-columns';

/** Undefined `column` maps the header to none. Frees the column's former header. */
export const withColumn = <Column extends string>(
  {
    headers,
    columns,
  }: {
    readonly headers: readonly string[];
    readonly columns: readonly (Column | undefined)[];
  },
  index: number,
  column: Column | undefined,
): (Column | undefined)[] =>
  columns.map((other, place) => {
    if (place === index) return column;
    const isShared =
      column === 'recipient_name' && areHalvesOfName(headers[index] ?? '', headers[place] ?? '');
    return other === column && !isShared ? undefined : other;
  });
