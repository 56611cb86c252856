import { Button } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { simulationEndpoints } from '@portage/contract/simulation';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { Hint } from '../../ui/Hint.tsx';

/** In a demo: has the simulator pick a ready order up and deliver it, while one watches. */
export function SimulateDelivery({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderTracking');
  const { mutate, variables, isError } = useMutation({
    mutationFn: ({ id }: Order) => callApi(simulationEndpoints.start, { params: { id } }),
    onSuccess: () =>
      notifySuccess({
        about: 'orders',
        title: t('simulate.started'),
        message: t('simulate.watch'),
      }),
    onError: (cause) => notifyError({ title: t('simulate.failed'), cause }),
  });
  const isReady = order.orderStatus === 'PICKUP_READY';
  // The order stays ready until the simulator has reached it.
  const isUnderWay = isReady && variables?.id === order.id && !isError;
  const isDisabled = !isReady || isUnderWay;
  return (
    <Hint label={t(isReady ? 'simulate.started' : 'simulate.notReady')} disabled={!isDisabled}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        aria-disabled={isDisabled}
        data-disabled={isDisabled}
        onClick={() => isDisabled || mutate(order)}
      >
        {t('simulate.button')}
      </Button>
    </Hint>
  );
}
