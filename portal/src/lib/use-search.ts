import {
  keepPreviousData,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useRested } from './use-rested.ts';

/**
 * Searches for what is typed once the typing rests; a search that has been overtaken is cancelled,
 * and what was found before stays until something newer is.
 */
export function useSearch<Found, Key extends QueryKey>(
  typed: string,
  queryOf: (text: string) => UseQueryOptions<Found, Error, Found, Key>,
) {
  const text = useRested(typed.trim());
  const found = useQuery({ ...queryOf(text), placeholderData: keepPreviousData });
  return {
    data: found.data,
    isError: found.isError,
    isFetching: found.isFetching,
    isAsked: found.fetchStatus !== 'idle' || found.isFetched,
    /** Whether what was found is for the text as it is typed now. */
    isCurrent: text === typed.trim() && found.isSuccess && !found.isPlaceholderData,
  };
}
