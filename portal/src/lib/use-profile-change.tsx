import { useMutation } from '@tanstack/react-query';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { shipFromLocationEndpoints } from '@portage/contract/merchants/ship-from-locations';
import { orderCutoffEndpoints } from '@portage/contract/orders/order-cutoff';
import { rateEndpoints } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { readAgain } from './call-query.ts';
import { merchantQuery } from './merchant.ts';
import { notifyUndoable } from './notify-undoable.tsx';
import { notifyError, notifySuccess } from './notify.tsx';
import { queryClient } from './query-client.ts';

const FOLLOWING = [
  shipFromLocationEndpoints.list,
  rateEndpoints.quote,
  rateEndpoints.windows,
  orderCutoffEndpoints.sameDay,
];

interface ProfileChange<Input> {
  /** Returns the whole profile. */
  readonly send: (input: Input) => Promise<Merchant>;
  readonly done: (input: Input) => string;
  readonly failed: string;
  /** Offered in the notification. */
  readonly undo?: (input: Input) => Promise<Merchant>;
}

/** Updates the cache and notifies. */
export function useProfileChange<Input = void>({ send, done, failed, undo }: ProfileChange<Input>) {
  const { t } = useTranslation();
  const keep = (merchant: Merchant) => {
    queryClient.setQueryData<Merchant>(merchantQuery.queryKey, merchant);
    void readAgain(...FOLLOWING);
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
    onSuccess: (merchant, input) => {
      keep(merchant);
      const title = done(input);
      if (undo) notifyUndoable({ title, onUndo: () => takeBack.mutate(input) });
      else notifySuccess({ title });
    },
    onError: (cause) => notifyError({ title: failed, cause }),
  });
}
