import { addressEndpoints, type NewSavedAddress } from '@portage/contract/addresses';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { type Attempt, attemptFor } from '../lib/attempt.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { useRefreshAddresses } from './address-calls.ts';

/** What the server said of invalid fields, by their paths. */
export function invalidFields(cause: unknown): Record<string, string> {
  const errors = cause instanceof ApiError ? (cause.problem.errors ?? []) : [];
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

/** Saves a recipient: the one with the id as edited, or without an id a new one. */
export function useSaveAddress(id: string | undefined, onSaved: () => void) {
  const { t } = useTranslation('errors');
  const refresh = useRefreshAddresses();
  const attempt = useRef<Attempt>(undefined);
  return useMutation({
    mutationFn: (body: NewSavedAddress) => {
      if (id !== undefined) return callApi(addressEndpoints.edit, { params: { id }, body });
      attempt.current = attemptFor(body, attempt.current);
      const { key } = attempt.current;
      return callApi(addressEndpoints.create, { body }, { idempotencyKey: key });
    },
    onMutate: dismissNotifications,
    onSuccess: ({ recipient }) => {
      notifySuccess({ title: t('success.addressSaved'), message: recipient.name });
      void refresh();
      onSaved();
    },
    onError: (cause) => notifyError({ title: t('error.couldNotSaveAddress'), cause }),
  });
}
