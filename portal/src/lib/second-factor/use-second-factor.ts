import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import { userEndpoints } from '@portage/contract/users/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api.ts';
import { callKey, callQuery } from '../call-query.ts';
import { dismissErrors, notifyError, notifySuccess } from '../notify.tsx';

/** The reader's second factors. */
export function useSecondFactor() {
  return useQuery(callQuery(secondFactorEndpoints.get, {}));
}

/** Reads the reader's second factors, and the list of people, again. */
export function useSecondFactorReload() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [secondFactorEndpoints.get, userEndpoints.list].map((endpoint) =>
        queryClient.invalidateQueries({ queryKey: callKey(endpoint) }),
      ),
    );
}

/** Changes something about second factors, says how it went, and reads them again. */
export function useFactorChange<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Answer>,
  done: 'secondFactorRemoved' | 'secondFactorReset' | 'secondFactorRequirementSaved' | undefined,
) {
  const { t } = useTranslation('errors');
  const reload = useSecondFactorReload();
  return useMutation({
    mutationFn: send,
    onMutate: dismissErrors,
    onSuccess: () => done && notifySuccess({ title: t(`success.${done}`) }),
    onError: (cause) => notifyError({ title: t('error.couldNotChangeSecondFactor'), cause }),
    onSettled: () => reload(),
  });
}

/** Removes the authenticator app, or with an id a passkey. */
export function useRemoveFactor() {
  return useFactorChange(
    (id: string | undefined) =>
      id === undefined
        ? callApi(secondFactorEndpoints.removeApp, {})
        : callApi(secondFactorEndpoints.removePasskey, { params: { id } }),
    'secondFactorRemoved',
  );
}

/** Removes every second factor of a person of the merchant, by their username. */
export function useResetFactors() {
  return useFactorChange(
    (username: string) => callApi(secondFactorEndpoints.reset, { params: { username } }),
    'secondFactorReset',
  );
}

/** Requires a second factor of every person of the merchant, or no longer. */
export function useRequirement() {
  return useFactorChange(
    (isRequired: boolean) => callApi(secondFactorEndpoints.require, { body: { isRequired } }),
    'secondFactorRequirementSaved',
  );
}
