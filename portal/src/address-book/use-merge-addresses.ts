import { addressEndpoints, type SavedAddress } from '@portage/contract/addresses';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { dismissNotifications, notifyError } from '../lib/notify.tsx';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { useForgetAddresses, useRefreshAddresses } from './address-calls.ts';
import { useRestoreAddresses } from './use-delete-addresses.ts';

interface Merge {
  readonly keepId: string;
  readonly group: readonly SavedAddress[];
}

const othersOf = ({ keepId, group }: Merge) =>
  group.map(({ id }) => id).filter((id) => id !== keepId);

/** Merges recipients into one, with the way to bring the others back in the notification. */
export function useMergeAddresses(onMerged: () => void) {
  const { t } = useTranslation('errors');
  const refresh = useRefreshAddresses();
  const forget = useForgetAddresses();
  const { mutate: restore } = useRestoreAddresses();
  return useMutation({
    mutationFn: (merge: Merge) =>
      callApi(addressEndpoints.merge, { body: { keepId: merge.keepId, ids: othersOf(merge) } }),
    onMutate: dismissNotifications,
    onSuccess: ({ recipient }, merge) => {
      forget(othersOf(merge));
      notifyUndoable({
        title: t('success.addressesMerged'),
        message: recipient.name,
        onUndo: () => restore(othersOf(merge)),
      });
      onMerged();
    },
    onError: (cause) => notifyError({ title: t('error.couldNotMergeAddresses'), cause }),
    onSettled: refresh,
  });
}
