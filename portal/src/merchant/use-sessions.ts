import { sessionEndpoints } from '@portage/contract/users/sessions';
import { type MerchantUser, userEndpoints } from '@portage/contract/users/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callKey, callQuery } from '../lib/call-query.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { signOut } from '../lib/sign-out.ts';

/** A person of the merchant whose sessions an owner looks at. */
export type SessionHolder = Pick<MerchantUser, 'username' | 'name'>;

/** Where the reader is signed in. */
export function useSessions() {
  return useQuery(callQuery(sessionEndpoints.list, {}));
}

/** Where a person of the merchant is signed in. */
export function useUserSessions(username: string) {
  return useQuery(callQuery(userEndpoints.listSessions, { params: { username } }));
}

/** Reads every list of sessions again that is on the screen. */
function useSessionsReload() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [sessionEndpoints.list, userEndpoints.listSessions].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: callKey(endpoint) }),
      ),
    );
}

interface Ending {
  readonly id: string;
  readonly isCurrent: boolean;
}

/** Ends a session of the holder or, without one, of the reader; the one at hand like the menu's “Sign out”. */
export function useEndSession(holder: SessionHolder | undefined) {
  const { t } = useTranslation('errors');
  const reload = useSessionsReload();
  return useMutation({
    mutationFn: async ({ id, isCurrent }: Ending) => {
      if (isCurrent) await signOut();
      else if (!holder) await callApi(sessionEndpoints.end, { params: { id } });
      else {
        await callApi(userEndpoints.endSession, { params: { username: holder.username, id } });
      }
    },
    onMutate: dismissErrors,
    onSuccess: (_, { isCurrent }) => {
      if (!isCurrent) notifySuccess({ title: t('success.sessionsEnded'), message: holder?.name });
    },
    onError: (cause) => notifyError({ title: t('error.couldNotEndSessions'), cause }),
    onSettled: (_data, _error, { isCurrent }) => (isCurrent ? undefined : reload()),
  });
}

/** Ends every session of a person of the merchant. */
export function useEndUserSessions() {
  const { t } = useTranslation('errors');
  const reload = useSessionsReload();
  return useMutation({
    mutationFn: ({ username }: SessionHolder) =>
      callApi(userEndpoints.endSessions, { params: { username } }),
    onMutate: dismissErrors,
    onSuccess: (_, { name }) => notifySuccess({ title: t('success.sessionsEnded'), message: name }),
    onError: (cause) => notifyError({ title: t('error.couldNotEndSessions'), cause }),
    onSettled: () => reload(),
  });
}
