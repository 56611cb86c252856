import type { Address } from '@portage/contract/address';
import { useTranslation } from 'react-i18next';
import { AddressLines } from '../lib/AddressLines.tsx';
import { Fact } from './Fact.tsx';

/** An address and what is known of its place. */
export function AddressFacts({ address }: { readonly address: Address }) {
  const { t } = useTranslation('orderDetail');
  const { sublocality, location, locationNote } = address;
  return (
    <>
      <Fact term={t('address')}>
        <AddressLines address={address} />
      </Fact>
      <Fact term={t('sublocality')}>{sublocality}</Fact>
      <Fact term={t('coordinates')}>
        {location && t('coordinatesText', { latitude: location.lat, longitude: location.lng })}
      </Fact>
      <Fact term={t('locationNote')}>{locationNote && t(`locationNoteText.${locationNote}`)}</Fact>
    </>
  );
}
