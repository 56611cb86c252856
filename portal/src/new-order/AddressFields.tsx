import { NativeSelect, TextInput } from '@mantine/core';
import { Country } from '@portage/contract/postal-code';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import classes from './AddressFields.module.css';
import { completeFromPostalCode } from './order-draft.ts';
import { provincesOf } from './provinces.ts';
import type { OrderForm } from './use-order-form.ts';

interface AddressFieldsProps {
  readonly form: OrderForm;
  readonly path: 'originAddress' | 'recipientAddress';
  /** What is wrong with a postal code that is one. */
  readonly postalCodeError?: string | undefined;
}

/**
 * The parts of an address, always editable. A whole postal code fills in what it tells; a change of
 * country asks for the province again.
 */
export function AddressFields({ form, path, postalCodeError }: AddressFieldsProps) {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  const country = Country.safeParse(form.values[path].country).data;
  const postalCode: { error?: ReactNode } = form.getInputProps(`${path}.postalCode`);
  const provinces = Object.entries(country ? provincesOf[country] : {})
    .map(([code, name]) => ({ value: code, label: name[locale] }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));

  return (
    <div className={classes['fields']}>
      <TextInput
        className={classes['street'] ?? ''}
        label={t('address.street')}
        required
        maxLength={200}
        {...form.getInputProps(`${path}.street`)}
      />
      <TextInput label={t('address.unit')} maxLength={50} {...form.getInputProps(`${path}.unit`)} />
      <TextInput
        className={classes['city'] ?? ''}
        label={t('address.city')}
        required
        maxLength={100}
        {...form.getInputProps(`${path}.city`)}
      />
      <TextInput
        label={t('address.postalCode')}
        required
        maxLength={10}
        {...postalCode}
        error={postalCode.error ?? postalCodeError}
        onBlur={() => {
          const completed = completeFromPostalCode(form.values[path]);
          form.setFieldValue(path, completed);
          form.validateField(`${path}.postalCode`);
          if (completed.province !== '') form.clearFieldError(`${path}.province`);
        }}
      />
      <NativeSelect
        className={classes['province'] ?? ''}
        label={t(country === 'US' ? 'address.state' : 'address.province')}
        required
        data={['', ...provinces]}
        {...form.getInputProps(`${path}.province`)}
      />
      <NativeSelect
        className={classes['country'] ?? ''}
        label={t('address.country')}
        required
        data={Country.options.map((code) => ({ value: code, label: t(`country.${code}`) }))}
        {...form.getInputProps(`${path}.country`)}
        onChange={(event) => {
          form.setFieldValue(`${path}.country`, event.currentTarget.value);
          form.setFieldValue(`${path}.province`, '');
        }}
      />
    </div>
  );
}
