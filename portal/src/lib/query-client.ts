import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onReaderChange } from './session.ts';

/** How often a read is tried again before its failure is shown. */
const RETRIES = 2;

/**
 * The cache of everything the portal reads from the server. Without a connection a call fails and says
 * so, where it would by default wait in silence and be sent when nobody expects it any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => failures < RETRIES && mayPassByItself(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Nothing read for one person is shown to the next.
onReaderChange(() => queryClient.clear());

/** An error stays one however often it is asked for; a lost connection or a fault may pass. */
function mayPassByItself(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error.problem;
  return status === 0 || status >= 500;
}
