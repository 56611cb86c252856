import { type NewServiceUser, userEndpoints } from '@portage/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';

const serviceUsersQuery = callQuery(userEndpoints.listService, {});

/** The merchant's service users, newest first. */
export function useServiceUsers() {
  return useQuery(serviceUsersQuery);
}

/**
 * Creates a service user; its credentials are the mutation's `data` until it is reset. They are shown
 * once, so nothing keeps them longer.
 */
export function useCreateServiceUser() {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewServiceUser) => callApi(userEndpoints.createService, { body }),
    gcTime: 0,
    onMutate: dismissNotifications,
    onSuccess: () => void queryClient.invalidateQueries(serviceUsersQuery),
    onError: (cause) => notifyError({ title: t('error.couldNotCreateServiceUser'), cause }),
  });
}

interface RevokeOptions {
  /** Called when the server has answered, whatever it said. */
  readonly onSettled: () => void;
  /** Called when the service user is revoked and gone from the list. */
  readonly onRevoked: () => void;
}

/** Revokes a service user and tells the reader how it went; the list is right afterwards either way. */
export function useRevokeServiceUser({ onSettled, onRevoked }: RevokeOptions) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (username: string) =>
      callApi(userEndpoints.revokeService, { params: { username } }),
    onMutate: dismissNotifications,
    onSuccess: (_, username) =>
      notifySuccess({
        about: 'settings',
        title: t('success.serviceUserRevoked'),
        message: t('success.serviceUserRevokedDescription', { username }),
      }),
    onError: (cause) => notifyError({ title: t('error.couldNotRevokeServiceUser'), cause }),
    onSettled: async (_, error) => {
      onSettled();
      await queryClient.invalidateQueries(serviceUsersQuery);
      if (!error) onRevoked();
    },
  });
}
