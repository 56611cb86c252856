import { MAX_PACKAGES } from '@portage/contract/new-order';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../ui/NumberField.tsx';
import type { EditFieldsProps } from './edit-fields-props.ts';

/** How many packages the order has. */
export function PackageCountFields({ form }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <NumberField
      label={t('field.packageCount')}
      description={t('edit.packageCountHelp', { most: MAX_PACKAGES })}
      required
      maw={320}
      step={1}
      {...form.getInputProps('packageCount')}
    />
  );
}
