import {
  ADDRESS_BATCH_SIZE,
  type AddressCursor,
  addressEndpoints,
  type AddressPage,
} from '@portage/contract/addresses/addresses';
import { rateEndpoints } from '@portage/contract/rates/rates';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery } from '../lib/call-query.ts';

const addressesOf = ({ pages }: InfiniteData<AddressPage>) =>
  pages.flatMap(({ addresses }) => addresses);

/** The prefix of the keys of all lists that are loaded page by page; the search of an order's form reads but one. */
const listsKey = [...callKey(addressEndpoints.list), 'pages'] as const;

/** The saved recipients that match a text, newest first, page by page. */
export const addressesQuery = (freeSearch: string) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, freeSearch],
    queryFn: ({ pageParam, signal }) =>
      callApi(addressEndpoints.list, { query: { freeSearch, ...pageParam } }, { signal }),
    initialPageParam: undefined as AddressCursor | undefined,
    getNextPageParam: ({ next }) => next,
    select: addressesOf,
    placeholderData: keepPreviousData,
  });

/** The rates, and the services without one, to a postal code from the merchant's main location (spec 2 §7: by destination alone). */
export const ratesTo = (postalCode: string) =>
  queryOptions({
    ...callQuery(rateEndpoints.explain, { body: { postalCode } }),
    staleTime: 60_000,
    retry: false,
  });

/** Groups of saved recipients that may be one and the same. */
export const duplicatesQuery = queryOptions({
  ...callQuery(addressEndpoints.duplicates, {}),
  staleTime: 0,
  gcTime: 0,
});

/** Reads the address book again wherever it is shown. */
export function useRefreshAddresses(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: callKey(addressEndpoints.list) });
}

/** Removes recipients from cached lists, so that none is chosen before the lists are read again. */
export function useForgetAddresses(): (ids: readonly string[]) => void {
  const queryClient = useQueryClient();
  return (ids) => {
    queryClient.setQueriesData<InfiniteData<AddressPage>>(
      { queryKey: listsKey },
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            addresses: page.addresses.filter(({ id }) => !ids.includes(id)),
          })),
        },
    );
  };
}

/** Deletes or restores recipients in batches; returns the ids that succeeded. */
export async function changeMany(
  endpoint: typeof addressEndpoints.deleteMany | typeof addressEndpoints.restore,
  ids: readonly string[],
): Promise<string[]> {
  const done: string[] = [];
  for (let start = 0; start < ids.length; start += ADDRESS_BATCH_SIZE) {
    const batch = ids.slice(start, start + ADDRESS_BATCH_SIZE);
    done.push(...(await callApi(endpoint, { body: { ids: batch } })).ids);
  }
  return done;
}
