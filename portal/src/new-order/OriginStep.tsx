import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from '../i18n/i18n.ts';
import { addressDraftOf } from '../lib/address/address-draft.ts';
import { addressAt, AddressFields } from '../lib/address/AddressFields.tsx';
import { PhoneField } from '../lib/PhoneField.tsx';
import { addressLine } from '../order/order-form/order-draft.ts';
import classes from '../ui/FieldPair.module.css';
import type { StepProps } from './use-order-form.ts';

/** Page 1: the pickup location, by default the main one. */
export function OriginStep({ form, merchant }: StepProps) {
  const { t } = useTranslation('newOrder');
  const locations = [merchant.merchantLocation, ...merchant.additionalLocations].map(
    addressDraftOf,
  );
  const typed = JSON.stringify(form.values.originAddress);
  const chosen = locations.findIndex((location) => JSON.stringify(location) === typed);

  function choose(index: number): void {
    const location = locations[index];
    if (!location) return;
    form.setFieldValue('originAddress', location);
    form.clearErrors();
  }

  return (
    <Stack gap="lg">
      {form.values.returnFrom && (
        <div className={classes['pair']}>
          <TextInput
            label={t('origin.returnFrom')}
            description={t('origin.returnFromHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={200}
            {...form.getInputProps('returnFrom.name')}
          />
          <PhoneField label={t('origin.returnPhone')} {...form.getInputProps('returnFrom.phone')} />
        </div>
      )}
      <Text c="dimmed">{t('origin.help')}</Text>
      {locations.length > 1 && (
        <Select
          label={t('origin.location')}
          placeholder={t('origin.otherAddress')}
          allowDeselect={false}
          data={locations.map((location, index) => ({
            value: String(index),
            label:
              index === 0
                ? t('origin.main', { address: addressLine(location) })
                : addressLine(location),
          }))}
          value={chosen < 0 ? null : String(chosen)}
          onChange={(index) => choose(Number(index))}
        />
      )}
      <AddressFields {...addressAt('originAddress', form)} />
    </Stack>
  );
}
