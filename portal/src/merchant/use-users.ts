import { type UserChanges, userEndpoints } from '@portage/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callQuery, resourceKey } from '../lib/call-query.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';

/** The people who sign in for the merchant. */
export function useUsers() {
  return useQuery(callQuery(userEndpoints.list, {}));
}

interface Change {
  readonly username: string;
  readonly changes: UserChanges;
}

/** Changes the role of a person, disables or enables them. */
export function useChangeUser() {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ username, changes }: Change) =>
      callApi(userEndpoints.change, { params: { username }, body: changes }),
    onMutate: dismissNotifications,
    onSuccess: ({ name }) => notifySuccess({ title: t('success.userUpdated'), message: name }),
    onError: (cause) => notifyError({ title: t('error.couldNotUpdateUser'), cause }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKey(userEndpoints.list) }),
  });
}

/** Mails a new temporary password to a person who has never signed in. */
export function useInviteAgain() {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (username: string) => callApi(userEndpoints.invite, { params: { username } }),
    onMutate: dismissNotifications,
    onSuccess: (_, email) =>
      notifySuccess({
        title: t('success.invitationSent'),
        message: t('success.userCreatedDescription', { email }),
      }),
    onError: (cause) => notifyError({ title: t('error.couldNotSendInvitation'), cause }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKey(userEndpoints.list) }),
  });
}
