import { type Address, isBareUnit } from '@portage/contract/addresses/address';
import { useTranslation } from '../i18n/i18n.ts';
import classes from './AddressLines.module.css';

export function AddressLines({ address }: { readonly address: Address }) {
  const { t } = useTranslation();
  return (
    <address className={classes['address']} translate="no">
      <span>{useStreetLine(address)}</span>
      <span>
        {address.city}, {address.province} {address.postalCode.replace(' ', '\u00A0')}
      </span>
      <span>{t(`country.${address.country}`)}</span>
    </address>
  );
}

/** `158 Sterling Rd, Dock 2`; a bare number becomes a unit. */
export function useStreetLine({
  number,
  street,
  unit = '',
}: Pick<Address, 'number' | 'street' | 'unit'>): string {
  const { t } = useTranslation();
  const numbered = [number, street].filter(Boolean).join(' ');
  return [numbered, isBareUnit(unit) ? t('unit', { unit }) : unit].filter(Boolean).join(', ');
}
