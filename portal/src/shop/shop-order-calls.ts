import { shopEndpoints } from '@portage/contract/shop';
import { type ListedShopOrder, shopOrderEndpoints } from '@portage/contract/shop-orders';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey, callQuery, resourceKey } from '../lib/call-query.ts';
import { dismissNotifications, notifySuccess } from '../lib/notify.tsx';
import { callShop, shopHost } from '../lib/shop-api.ts';
import { notifyShopFailure } from '../lib/shop-failure.ts';

/** Which shop orders the page shows: those without a delivery order, or those that drifted apart. */
export type Shown = 'open' | 'drift';

/** How often the list is read again, in milliseconds: orders arrive while it is open. */
const READ_AGAIN = 5_000;

/** The newest shop orders of a kind. */
export function useShopOrders(show: Shown) {
  return useQuery({
    ...callQuery(shopOrderEndpoints.list, { query: { show } }, shopHost()),
    refetchInterval: READ_AGAIN,
  });
}

/** What is done to one shop order; each says how it went, and has the lists read again. */
export function useShopOrderActions(shop: string, { shopOrder }: ListedShopOrder) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  const { shopOrderId, number, service } = shopOrder;
  const params = { shopOrderId };

  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: callKey(shopOrderEndpoints.list) });
    void queryClient.invalidateQueries({ queryKey: resourceKey(shopEndpoints.fulfill) });
  };
  const told = (done: string, failed: string) => ({
    onMutate: dismissNotifications,
    onSuccess: () => notifySuccess({ title: done }),
    onError: (cause: Error) => notifyShopFailure(failed, cause),
    onSettled: readAgain,
  });

  const place = useMutation({
    mutationFn: () => callShop(shopOrderEndpoints.place, { params, body: {} }),
    ...told(
      t('success.shopOrderPlaced', { number }),
      t('error.couldNotPlaceShopOrder', { number }),
    ),
  });
  const fulfill = useMutation({
    mutationFn: async () => {
      if (service === undefined) return;
      const body = { orderId: shopOrderId, rate: service };
      await callShop(shopEndpoints.createAndFulfill, { query: { shop }, body });
    },
    ...told(
      t('success.shopifyOrderIdFulfilled', { id: number }),
      t('error.couldNotFulfillShopify'),
    ),
  });
  const repair = useMutation({
    mutationFn: () => callShop(shopOrderEndpoints.repair, { params }),
    ...told(
      t('success.shopOrderRepaired', { number }),
      t('error.couldNotRepairShopOrder', { number }),
    ),
  });
  return { place, fulfill, repair };
}
