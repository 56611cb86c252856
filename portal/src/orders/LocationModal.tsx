import { Alert, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shopEndpoints } from '@portage/contract/shop/shop';
import { useTranslation } from '../i18n/i18n.ts';
import { callQuery } from '../lib/call-query.ts';
import { LocationChoice } from '../lib/LocationChoice.tsx';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { callShop, shopHost, notifyShopFailure } from '../lib/shop-link.ts';
import { FormDialog } from '../ui/Dialogs.tsx';

interface LocationModalProps {
  readonly shop: string;
  readonly orderId: string;
  readonly shopOrderId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks which location of the shop fulfills an order (spec 1 §2), and fulfills it. */
export function LocationModal({ shop, orderId, shopOrderId, onClose, onDone }: LocationModalProps) {
  const { t } = useTranslation(['shop', 'errors']);
  const [locationId, setLocationId] = useState('');
  const choices = useQuery({
    ...callQuery(shopEndpoints.locations, { query: { shop, id: orderId } }, shopHost()),
    retry: false,
  });
  const fulfill = useMutation({
    mutationFn: () =>
      callShop(shopEndpoints.fulfill, { query: { shop }, body: { orderId, locationId } }),
    onSuccess: () => {
      notifySuccess({ title: t('errors:success.shopifyOrderIdFulfilled', { id: shopOrderId }) });
      onDone();
    },
    onError: (cause) => notifyShopFailure(t('errors:error.couldNotFulfillShopify'), cause),
  });

  function submit(): void {
    if (locationId !== '') return fulfill.mutate();
    dismissErrors();
    notifyError({ title: t('errors:error.noFulfillmentLocation') });
  }

  return (
    <FormDialog
      title={t('location.title')}
      submitText={t('actions.fulfill')}
      isPending={fulfill.isPending}
      isDisabled={!choices.isSuccess}
      onSubmit={submit}
      onClose={onClose}
    >
      {choices.isSuccess && (
        <Text c="dimmed">
          {t('fulfill.order', { number: choices.data.shopOrderNumber, id: shopOrderId })}
        </Text>
      )}
      {choices.isPending && <Skeleton h={120} aria-label={t('location.loading')} />}
      {choices.isError && (
        <Alert
          color="red"
          role="alert"
          title={t('errors:error.couldNotGetFulfillmentLocations', { id: shopOrderId })}
        >
          {choices.error.message}
        </Alert>
      )}
      {choices.isSuccess && (
        <LocationChoice choices={choices.data} value={locationId} onChange={setLocationId} />
      )}
    </FormDialog>
  );
}
