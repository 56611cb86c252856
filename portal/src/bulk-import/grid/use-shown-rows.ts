import type { ImportFile } from '@portage/contract/import-columns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { RemoteBook } from '../book/import-book.ts';
import type { ShownRow } from '../book/import-views.ts';

interface ShownRange {
  readonly book: RemoteBook;
  readonly file: ImportFile;
  /** The rows in sight. */
  readonly rows: readonly number[];
  /** Changes whenever cells or problems do. */
  readonly version: number;
}

/** The rows in sight with their cells and problems, read from the worker; older ones stay meanwhile. */
export function useShownRows({
  book,
  file,
  rows,
  version,
}: ShownRange): ReadonlyMap<number, ShownRow> {
  const { data } = useQuery({
    queryKey: ['importRows', file, version, rows],
    queryFn: async () => ({ file, rows: await book.rows(file, rows) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  // Drawn in pieces between which the page answers: hundreds of cells are more than one should wait for.
  const shown = useDeferredValue(data);
  return new Map(shown?.file === file ? shown.rows.map((one) => [one.row, one]) : []);
}
