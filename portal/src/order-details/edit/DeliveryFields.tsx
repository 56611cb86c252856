import { Alert, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { readWindow, writeWindow } from '@portage/contract/order-edits';
import { orderCan } from '@portage/contract/order-permissions';
import { summaryOf } from '@portage/contract/order-selection';
import type { Service } from '@portage/contract/services';
import { allowedDeliveryServices, deliveryServiceNames } from '@portage/contract/services';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useFeatureFlag } from '../../lib/feature-flag.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { LoadFailed } from '../../lib/LoadFailed.tsx';
import { ratesQuery } from '../../order/rate-choice/rate-calls.ts';
import { RateChoice } from '../../order/rate-choice/RateChoice.tsx';
import { WindowPicker } from '../../order/rate-choice/WindowPicker.tsx';
import type { EditFieldsProps } from './edit-fields-props.ts';
import '@mantine/core/styles/Radio.layer.css';

/** How the order travels, while that can still be chosen, and how it is handed over at the door. */
export function DeliveryFields(props: EditFieldsProps) {
  const canChooseDeliveryService = useFeatureFlag();
  return (
    <Stack gap="md">
      {orderCan.chooseService(summaryOf(props.order)) && <ServiceFields {...props} />}
      {canChooseDeliveryService && <DeliveryServiceField {...props} />}
    </Stack>
  );
}

/** The services that are offered for the journey of the order now, and the windows of SCHEDULED. */
function ServiceFields({ form, order }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  const locale = useLocale();
  const route = {
    originPostalCode: order.originAddress.postalCode,
    postalCode: order.recipientAddress.postalCode,
  };
  const packages = order.packages.map(({ trackingNumber: _ours, ...one }) => one);
  const rates = useQuery(ratesQuery({ ...route, packages, language: locale }));
  const { service, window } = form.values;

  function choose(chosen: Service): void {
    if (chosen === service) return;
    form.setFieldValue('service', chosen);
    form.setFieldValue('window', '');
  }

  function errorOf(field: 'service' | 'window'): string | undefined {
    const error = form.errors[field];
    return typeof error === 'string' ? fieldMessage(error, locale) : undefined;
  }

  if (rates.isPending) return <Skeleton h={160} aria-hidden />;
  if (!rates.data) {
    return (
      <LoadFailed
        title={t('edit.ratesFailed')}
        error={rates.error}
        onRetry={() => void rates.refetch()}
      />
    );
  }
  if (rates.data.length === 0) return <Alert color="gray">{t('edit.noRates')}</Alert>;
  return (
    <>
      <RateChoice rates={rates.data} value={service} onChange={choose} error={errorOf('service')} />
      {service === 'SCHEDULED' && (
        <WindowPicker
          route={route}
          value={readWindow(window) ?? null}
          onChange={(chosen) => form.setFieldValue('window', writeWindow(chosen))}
          error={errorOf('window')}
        />
      )}
    </>
  );
}

/** Only what the type and service of the order allow is offered. */
function DeliveryServiceField({ form, order }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  const locale = useLocale();
  const allowed = allowedDeliveryServices(order.deliveryType, form.values.service);
  // What it has now stays in sight, even where it could not be chosen any more.
  const offered = new Set([order.deliveryService, ...allowed]);
  return (
    <NativeSelect
      label={t('field.deliveryService')}
      required
      maw={320}
      data={[...offered].map((one) => ({ value: one, label: deliveryServiceNames[one][locale] }))}
      {...form.getInputProps('deliveryService')}
    />
  );
}
