import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** How often a read is tried again before its failure is shown. */
const RETRIES = 2;

/** The cache of everything the portal reads from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < RETRIES && mayPassByItself(error),
    },
    mutations: { retry: false },
  },
});

/** A refusal stays one however often it is asked for; a lost connection or a fault may pass. */
function mayPassByItself(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error.problem;
  return status === 0 || status >= 500;
}
