import { Select } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import type { Merchant } from '@portage/contract/merchants';
import { useTranslation } from 'react-i18next';
import type { ChangePart } from './use-filter-part.ts';
import '@mantine/core/styles/Combobox.layer.css';

interface OriginFilterProps {
  readonly merchant: Merchant;
  /** The postal code of the chosen one. */
  readonly origin: string | undefined;
  readonly onChange: ChangePart;
}

/** Chooses one of the merchant's own locations; orders are known to come from it by its postal code. */
export function OriginFilter({ merchant, origin, onChange }: OriginFilterProps) {
  const { t } = useTranslation('orderFilters');
  const locations = [merchant.merchantLocation, ...merchant.additionalLocations];
  const byPostalCode = new Map(locations.map((location) => [location.postalCode, location]));
  const options = [...byPostalCode].map(([value, location]) => ({
    value,
    label: lineOf(location),
  }));
  // An address that was shared, or a location that was closed since.
  if (origin !== undefined && !byPostalCode.has(origin)) {
    options.push({ value: origin, label: origin });
  }
  return (
    <Select
      label={t('filter.origin')}
      placeholder={t('origin.any')}
      data={options}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      value={origin ?? null}
      onChange={(chosen) => onChange({ origin: chosen ?? undefined })}
    />
  );
}

const lineOf = ({ street, postalCode }: Address) => `${street}, ${postalCode}`;
