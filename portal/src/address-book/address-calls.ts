import {
  ADDRESS_BATCH_SIZE,
  type AddressCursor,
  addressEndpoints,
  type AddressPage,
  type SavedAddress,
} from '@portage/contract/addresses/addresses';
import { rateEndpoints } from '@portage/contract/rates/rates';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
  useMutation,
} from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery } from '../lib/call-query.ts';
import { useTranslation } from 'react-i18next';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { notifyUndoable } from '../lib/notify-undoable.tsx';

/** Restores deleted recipients and tells the reader how it went. */
export function useRestoreAddresses() {
  const { t } = useTranslation(['addressBook', 'errors']);
  const refresh = useRefreshAddresses();
  return useMutation({
    mutationFn: (ids: readonly string[]) => changeMany(addressEndpoints.restore, ids),
    onSuccess: (ids) =>
      notifySuccess({ title: t('errors:success.addressRestored', { count: ids.length }) }),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotRestoreAddress'), cause }),
    onSettled: refresh,
  });
}

/**
 * Deletes saved recipients, with the way to undo it in the notification. `onDeleted` is told which of
 * them are gone.
 */
export function useDeleteAddresses(onDeleted: (ids: readonly string[]) => void) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const refresh = useRefreshAddresses();
  const forget = useForgetAddresses();
  const { mutate: restore } = useRestoreAddresses();
  return useMutation({
    mutationFn: async (addresses: readonly SavedAddress[]) => {
      const ids = addresses.map(({ id }) => id);
      const [id] = ids;
      if (id === undefined || ids.length > 1) return changeMany(addressEndpoints.deleteMany, ids);
      await callApi(addressEndpoints.delete, { params: { id } });
      return ids;
    },
    onMutate: dismissErrors,
    onSuccess: (ids, addresses) => {
      forget(ids);
      onDeleted(addresses.map(({ id }) => id));
      notifyUndoable({
        title: t('errors:success.addressDeleted', { count: ids.length }),
        ...(addresses.length === 1 && { message: addresses[0]?.recipient.name }),
        onUndo: () => restore(ids),
      });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotDeleteAddress'), cause }),
    onSettled: refresh,
  });
}

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
async function changeMany(
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
