import type { ExplainedRates } from '@portage/contract/explained-rates';
import type { NewOrder } from '@portage/contract/new-order';
import { orderEndpoints } from '@portage/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { type Attempt, attemptFor } from '../lib/attempt.ts';
import { resourceKey } from '../lib/call-query.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';

interface CreateOptions {
  readonly onCreated: () => void;
  /** Called with the rates of now when the quoted one no longer holds. */
  readonly onRates: (rates: ExplainedRates) => void;
  /** Called with what the server said of invalid fields, by their paths. */
  readonly onInvalid: (errors: Readonly<Record<string, string>>) => void;
}

/** Creates an order, under one Idempotency-Key as long as its content stays the same. */
export function useCreateAddressOrder({ onCreated, onRates, onInvalid }: CreateOptions) {
  const { t } = useTranslation(['addressBook', 'errors']);
  const queryClient = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  return useMutation({
    mutationFn: (body: NewOrder) => {
      attempt.current = attemptFor(body, attempt.current);
      return callApi(orderEndpoints.create, { body }, { idempotencyKey: attempt.current.key });
    },
    onMutate: dismissNotifications,
    onSuccess: ({ recipient, trackingNumber }) => {
      notifySuccess({
        title: t('errors:success.orderCreated'),
        message: t('order.created', { name: recipient.name, trackingNumber }),
      });
      void queryClient.invalidateQueries({ queryKey: resourceKey(orderEndpoints.list) });
      onCreated();
    },
    onError: (cause, { recipient }) => {
      const text = t('errors:error.orderCreationFailedDescription', { name: recipient.name });
      const errors = cause instanceof ApiError ? (cause.problem.errors ?? []) : [];
      const reasons = errors.map(({ message }) => message);
      const reason = cause instanceof ApiError && reasons.length === 0 ? [cause.message] : reasons;
      notifyError({
        title: t('errors:error.orderCreationFailed'),
        message: [text, ...reason].join(' '),
        cause,
      });
      if (cause instanceof ApiError && cause.problem.rates) {
        onRates(cause.problem.rates);
        onInvalid({ service: cause.message });
        return;
      }
      onInvalid(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
    },
  });
}
