import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Country } from '@portage/contract/addresses/address';
import { provincesOf } from '@portage/contract/addresses/provinces';
import { useTranslation } from '../../i18n/i18n.ts';
import { type AddressDraft, completeFromPostalCode, provinceCorrection } from './address-draft.ts';
import classes from './AddressFields.module.css';

type AddressPart = keyof AddressDraft;

interface AddressFieldsProps {
  readonly address: AddressDraft;
  readonly fieldProps: (part: AddressPart) => { error?: ReactNode };
  readonly onChange: (address: AddressDraft) => void;
  readonly onCheck: (part: AddressPart) => void;
  readonly postalCodeError?: string | undefined;
}

interface AddressForm {
  readonly getInputProps: (path: string) => { error?: ReactNode };
  readonly setFieldValue: (path: string, address: AddressDraft) => void;
  readonly validateField: (path: string) => unknown;
}

/** Properties of the fields for an address within a form. */
export function addressAt<Path extends string>(
  path: Path,
  form: AddressForm & { readonly values: Readonly<Record<Path, AddressDraft>> },
): AddressFieldsProps {
  const address = form.values[path];
  return {
    address,
    fieldProps: (part) => form.getInputProps(`${path}.${part}`),
    onChange: (changed) => form.setFieldValue(path, { ...address, ...changed }),
    onCheck: (part) => form.validateField(`${path}.${part}`),
  };
}

/** A complete postal code fills in province and country. */
export function AddressFields(props: AddressFieldsProps) {
  const { address, fieldProps, onChange, onCheck, postalCodeError } = props;
  const { t, locale } = useTranslation(['address', 'common']);
  const country = Country.safeParse(address.country).data;
  const postalCode = fieldProps('postalCode');
  const provinces = Object.entries(country ? provincesOf[country] : {})
    .map(([code, name]) => ({ value: code, label: name[locale] }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));

  const corrected = provinceCorrection(address);
  const provinceName = corrected === undefined ? '' : provincesOf.CA[corrected]?.[locale];

  function complete(): void {
    const completed = completeFromPostalCode(address);
    onChange(completed);
    onCheck('postalCode');
    if (completed.province !== '') onCheck('province');
  }

  return (
    <div className={classes['fields']}>
      <TextInput
        className={classes['street'] ?? ''}
        label={t('street')}
        required
        maxLength={200}
        {...fieldProps('street')}
      />
      <TextInput label={t('unit')} maxLength={50} {...fieldProps('unit')} />
      <TextInput
        className={classes['city'] ?? ''}
        label={t('city')}
        required
        maxLength={100}
        {...fieldProps('city')}
      />
      <TextInput
        label={t('postalCode')}
        required
        maxLength={10}
        {...postalCode}
        error={postalCode.error ?? postalCodeError}
        onBlur={complete}
      />
      <NativeSelect
        className={classes['province'] ?? ''}
        label={t(country === 'US' ? 'state' : 'province')}
        required
        data={['', ...provinces]}
        {...fieldProps('province')}
      />
      <NativeSelect
        className={classes['country'] ?? ''}
        label={t('country')}
        required
        data={Country.options.map((code) => ({ value: code, label: t(`common:country.${code}`) }))}
        {...fieldProps('country')}
        onChange={(event) =>
          onChange({ ...address, country: event.currentTarget.value, province: '' })
        }
      />
      {corrected !== undefined && (
        <Group gap="xs" className={classes['correction'] ?? ''}>
          <Text size="sm">
            {t('provinceMismatch', { postalCode: address.postalCode, province: provinceName })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              onChange({ ...address, province: corrected });
              onCheck('province');
            }}
          >
            {t('useProvince', { province: provinceName })}
          </Button>
        </Group>
      )}
    </div>
  );
}
