import { importEndpoints } from '@portage/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { callKey } from '../lib/call-query.ts';
import type { RemoteBook } from './book/import-book.ts';
import type { ImportSummary } from './book/import-views.ts';

/** How many orders one call checks: few enough that a fix is answered soon. */
const BATCH = 200;

interface ServerCheck {
  readonly book: RemoteBook;
  readonly summary: ImportSummary;
  /** Changes whenever cells or answers do: the next orders are checked then. */
  readonly version: number;
  readonly onChecked: (summary: ImportSummary) => void;
}

/** Has the server check orders that pass the check of their shape, batch after batch, as they stand. */
export function useServerCheck({ book, summary, version, onChecked }: ServerCheck) {
  return useQuery({
    queryKey: [...callKey(importEndpoints.check), version],
    queryFn: async ({ signal }) => {
      const batch = await book.nextBatch(BATCH);
      if (!batch) return 0;
      const { detailsRows, packagesRows, ...body } = batch;
      const result = await callApi(importEndpoints.check, { body }, { signal });
      signal.throwIfAborted();
      onChecked(await book.takeAnswer({ detailsRows, packagesRows }, result));
      return detailsRows.length;
    },
    enabled: summary.unchecked > 0,
    retry: false,
    gcTime: 0,
  });
}
