import { NativeSelect } from '@mantine/core';
import { allowedDeliveryServices, deliveryServiceNames } from '@portage/contract/services';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import type { EditFieldsProps } from './edit-fields-props.ts';

/** How the order is handed over at the door: only what its type and service allow is offered. */
export function DeliveryServiceFields({ form, order }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  const locale = useLocale();
  const allowed = allowedDeliveryServices(order.deliveryType, order.service);
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
