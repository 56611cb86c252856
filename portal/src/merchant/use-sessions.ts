import { sessionEndpoints } from '@portage/contract/sessions';
import { userEndpoints } from '@portage/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callQuery, resourceKey } from '../lib/call-query.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { signOut } from '../lib/sign-out.ts';

/** Where the reader is signed in. */
export function useSessions() {
  return useQuery(callQuery(sessionEndpoints.list, {}));
}

interface Ending {
  readonly id: string;
  readonly isCurrent: boolean;
}

/** Ends a session of the reader; the one at hand like the menu's “Sign out”. */
export function useEndSession() {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, isCurrent }: Ending) => {
      if (isCurrent) await signOut();
      else await callApi(sessionEndpoints.end, { params: { id } });
    },
    onMutate: dismissNotifications,
    onSuccess: (_, { isCurrent }) => {
      if (!isCurrent) notifySuccess({ title: t('success.sessionsEnded') });
    },
    onError: (cause) => notifyError({ title: t('error.couldNotEndSessions'), cause }),
    onSettled: (_data, _error, { isCurrent }) =>
      isCurrent
        ? undefined
        : queryClient.invalidateQueries({ queryKey: resourceKey(sessionEndpoints.list) }),
  });
}

/** Ends every session of a person of the merchant. */
export function useEndUserSessions() {
  const { t } = useTranslation('errors');
  return useMutation({
    mutationFn: ({ username }: { readonly username: string; readonly name: string }) =>
      callApi(userEndpoints.endSessions, { params: { username } }),
    onMutate: dismissNotifications,
    onSuccess: (_, { name }) => notifySuccess({ title: t('success.sessionsEnded'), message: name }),
    onError: (cause) => notifyError({ title: t('error.couldNotEndSessions'), cause }),
  });
}
