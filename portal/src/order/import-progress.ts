import { useQuery } from '@tanstack/react-query';
import type { OrderImport } from '@portage/contract/imports/imports';
import { callApi } from '../lib/api.ts';

/** Milliseconds. */
export const IMPORT_POLL = 500;

export const isCreating = ({ state }: OrderImport): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

export const isUnderWay = (one: OrderImport): boolean =>
  isCreating(one) || one.undo?.state === 'RUNNING';

export const importKey = ['import'] as const;

/** Polled while it is under way. */
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
