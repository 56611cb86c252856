import { shipstationEndpoints, type ShipstationIntegration } from '@portage/contract/shipstation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';

/** A failed read shows the form at once (spec 2 §2), so it is not retried. */
const shipstationQuery = { ...callQuery(shipstationEndpoints.get, {}), retry: false };

/** The merchant's ShipStation integration; null without one. */
export function useShipstationIntegration() {
  return useQuery(shipstationQuery);
}

/** Connects ShipStation, and says how it went. `onFailed` gets what the server says. */
export function useSaveShipstation({ onFailed }: { readonly onFailed: (cause: Error) => void }) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ShipstationIntegration) => callApi(shipstationEndpoints.save, { body }),
    onMutate: dismissNotifications,
    onSuccess: ({ shipstation }) => {
      queryClient.setQueryData(shipstationQuery.queryKey, shipstation);
      notifySuccess({ title: t('success.shipstationIntegrationAdded') });
    },
    onError: (cause) => {
      notifyError({ title: t('error.couldNotAddShipstationIntegration'), cause });
      onFailed(cause);
    },
  });
}

/** Disconnects ShipStation, and says how it went. */
export function useRemoveShipstation({ onSettled }: { readonly onSettled: () => void }) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(shipstationEndpoints.remove, {}),
    onMutate: dismissNotifications,
    onSuccess: async () => {
      await queryClient.resetQueries({ queryKey: shipstationQuery.queryKey });
      notifySuccess({ title: t('success.shipstationIntegrationRemoved') });
    },
    onError: (cause) =>
      notifyError({ title: t('error.couldNotRemoveShipstationIntegration'), cause }),
    onSettled,
  });
}
