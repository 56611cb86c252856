import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import {
  ADDRESS_BATCH_SIZE,
  type AddressCursor,
  addressEndpoints,
  type AddressPage,
  type SavedAddress,
} from '@portage/contract/addresses/addresses';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery, readAgain } from '../lib/call-query.ts';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';

export function useRestoreAddresses() {
  const { t } = useTranslation(['addressBook', 'errors']);
  return useMutation({
    mutationFn: (ids: readonly string[]) => changeMany(addressEndpoints.restore, ids),
    onSuccess: (ids) =>
      notifySuccess({ title: t('errors:success.addressRestored', { count: ids.length }) }),
    onError: (cause) => notifyError({ title: t('errors:error.couldNotRestoreAddress'), cause }),
    onSettled: refreshAddresses,
  });
}

/** The notification undoes it. `onDeleted` gets the deleted ids. */
export function useDeleteAddresses(onDeleted: (ids: readonly string[]) => void) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const { mutate: restore } = useRestoreAddresses();
  return useMutation({
    mutationFn: async (addresses: readonly SavedAddress[]) => {
      const ids = addresses.map(({ id }) => id);
      const [id] = ids;
      if (id === undefined || ids.length > 1) return changeMany(addressEndpoints.deleteMany, ids);
      await callApi(addressEndpoints.delete, { params: { id } });
      return ids;
    },
    onSuccess: (ids, addresses) => {
      forgetAddresses(ids);
      onDeleted(addresses.map(({ id }) => id));
      notifyUndoable({
        title: t('errors:success.addressDeleted', { count: ids.length }),
        ...(addresses.length === 1 && { message: addresses[0]?.recipient.name }),
        onUndo: () => restore(ids),
      });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotDeleteAddress'), cause }),
    onSettled: refreshAddresses,
  });
}

const addressesOf = ({ pages }: InfiniteData<AddressPage>) =>
  pages.flatMap(({ addresses }) => addresses);

/** Prefix of paged lists; an order's form reads an unpaged one. */
const listsKey = [...callKey(addressEndpoints.list), 'pages'] as const;

/** Newest first. */
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

export const duplicatesQuery = queryOptions({
  ...callQuery(addressEndpoints.duplicates, {}),
  staleTime: 0,
  gcTime: 0,
});

export const refreshAddresses = () => readAgain(addressEndpoints.list);

/** So that none is chosen before lists are read again. */
export function forgetAddresses(ids: readonly string[]): void {
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
}

/** Returns the ids that succeeded. */
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
