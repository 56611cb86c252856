import { MutationCache, QueryClient } from '@tanstack/react-query';
import { MINUTE } from '@portage/contract/time';
import { ApiError } from './api-error.ts';
import { dismissErrors } from './notify.tsx';
import { onReaderChange } from './session.ts';

const RETRIES = 2;

/** Milliseconds in which a list that was left shows again at once. In memory only. */
const REMEMBERED_FOR = 30 * MINUTE;

/** Calls fail without a connection instead of waiting for one. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onMutate: dismissErrors }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      gcTime: REMEMBERED_FOR,
      retry: (failures, error) => failures < RETRIES && mayPassByItself(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Another user must not see the cache.
onReaderChange(() => queryClient.clear());

/** Lost connections and faults may pass. */
function mayPassByItself(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error.problem;
  return status === 0 || status >= 500;
}
