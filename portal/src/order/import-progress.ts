import type { OrderImport } from '@portage/contract/imports/imports';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';

/** Milliseconds between reads of imports that are under way. */
export const IMPORT_POLL = 500;

export const isCreating = ({ state }: OrderImport): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

/** Tells whether orders are being created or deleted. */
export const isUnderWay = (one: OrderImport): boolean =>
  isCreating(one) || one.undo?.state === 'RUNNING';

/** The prefix of the query keys of single imports. */
export const importKey = ['import'] as const;

/** One import, read again while it is under way; undefined until it is read. */
export function useImport(id: string | undefined): OrderImport | undefined {
  return useQuery({
    queryKey: [...importKey, id],
    queryFn: async ({ signal }) => {
      // Loaded when needed: most lists need nothing of imports.
      const { importEndpoints } = await import('@portage/contract/imports/imports');
      return callApi(importEndpoints.get, { params: { id: id ?? '' } }, { signal });
    },
    enabled: id !== undefined,
    staleTime: IMPORT_POLL,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? IMPORT_POLL : false),
  }).data;
}
