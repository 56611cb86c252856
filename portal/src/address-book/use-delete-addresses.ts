import { addressEndpoints, type SavedAddress } from '@portage/contract/addresses/addresses';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { changeMany, useForgetAddresses, useRefreshAddresses } from './address-calls.ts';

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
