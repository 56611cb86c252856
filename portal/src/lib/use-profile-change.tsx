import type { Merchant } from '@portage/contract/merchants/merchants';
import { orderCutoffEndpoints } from '@portage/contract/orders/order-cutoff';
import { rateEndpoints } from '@portage/contract/rates/rates';
import { shipFromLocationEndpoints } from '@portage/contract/merchants/ship-from-locations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey } from './call-query.ts';
import { merchantQuery } from './merchant.ts';
import { notifyUndoable } from './notify-undoable.tsx';
import { dismissErrors, notifyError, notifySuccess } from './notify.tsx';

/** What the server answers otherwise after a change of the profile. */
const FOLLOWING = [
  shipFromLocationEndpoints.list,
  rateEndpoints.quote,
  rateEndpoints.windows,
  orderCutoffEndpoints.sameDay,
];

interface ProfileChange<Input> {
  /** Sends the change; the server answers the whole profile. */
  readonly send: (input: Input) => Promise<Merchant>;
  /** The title of the notification when it is done, by what was sent. */
  readonly done: (input: Input) => string;
  /** The title of the notification when it failed; its message is the server's. */
  readonly failed: string;
  /** Takes the change back; offered in the notification. */
  readonly undo?: (input: Input) => Promise<Merchant>;
}

/**
 * Changes a part of the merchant's profile: every screen shows the answer at once, and a notification
 * says how it went.
 */
export function useProfileChange<Input = void>({ send, done, failed, undo }: ProfileChange<Input>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const keep = (merchant: Merchant) => {
    queryClient.setQueryData<Merchant>(merchantQuery.queryKey, merchant);
    // What is told of the locations, and which rates and windows there are, follows from the profile.
    for (const endpoint of FOLLOWING) {
      void queryClient.invalidateQueries({ queryKey: callKey(endpoint) });
    }
  };

  const takeBack = useMutation({
    mutationFn: (input: Input) => (undo ?? send)(input),
    onSuccess: (merchant) => {
      keep(merchant);
      notifySuccess({ title: t('undone') });
    },
    onError: (cause) => notifyError({ title: failed, cause }),
  });

  return useMutation({
    mutationFn: send,
    onMutate: dismissErrors,
    onSuccess: (merchant, input) => {
      keep(merchant);
      const title = done(input);
      if (undo) notifyUndoable({ title, onUndo: () => takeBack.mutate(input) });
      else notifySuccess({ title });
    },
    onError: (cause) => notifyError({ title: failed, cause }),
  });
}
