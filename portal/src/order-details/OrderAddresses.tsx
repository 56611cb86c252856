import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Address } from '@portage/contract/addresses/address';
import { attentionOf } from '@portage/contract/orders/attention';
import type { Order } from '@portage/contract/orders/orders';
import { useTranslation } from '../i18n/i18n.ts';
import { AddressLines } from '../lib/AddressLines.tsx';
import { appConfig } from '../lib/app-config.ts';
import { EditableGroup } from './edit/EditableGroup.tsx';
import classes from './OrderDetail.module.css';
import { Fact, PhoneFact } from './OrderFacts.tsx';

const MapOfPlaces = lazy(async () => ({
  default: (await import('./MapOfPlaces.tsx')).MapOfPlaces,
}));

interface OrderMapProps {
  readonly origin: Address;
  readonly destination: Address;
}

/** Needs PORTAGE_MAP_TILES; the text says the same. */
function OrderMap({ origin, destination }: OrderMapProps) {
  const { t } = useTranslation('orderDetail');
  const { map } = appConfig();
  const places = [
    { name: t('map.origin'), location: origin.location },
    { name: t('map.destination'), location: destination.location },
  ].flatMap(({ name, location }) => (location ? [{ name, ...location }] : []));
  if (!map || places.length === 0) return null;
  return (
    <figure className={classes['map']} aria-label={t('map.name')}>
      <Suspense fallback={<Skeleton height="100%" />}>
        <MapOfPlaces key={JSON.stringify(places)} places={places} {...map} />
      </Suspense>
    </figure>
  );
}

export function OrderAddresses({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation(['orderDetail', 'orders', 'errors']);
  const { recipient, returnFrom, dtoRecipientAddress, dtoOriginAddress } = order;
  const originals = [
    ['originalRecipient', dtoRecipientAddress],
    ['originalOrigin', dtoOriginAddress],
  ] as const;
  const yesNo = (is: boolean) => t(is ? 'orders:yes' : 'orders:no');
  const isBeingLocated = order.orderStatus === 'CREATED';
  const isOriginMissing = attentionOf(order, locale)?.code === 'origin_not_found';
  const isMissing = order.orderStatus === 'GEOCODEDFAILED' && !isOriginMissing;
  const originFound = () => {
    if (isBeingLocated) return t('beingLocated');
    if (isOriginMissing) return t('errors:error.originGeocodingError');
    return order.originAddress.location && yesNo(true);
  };
  return (
    <div className={classes['groups']}>
      <EditableGroup order={order} group="recipient" title={t('orders:column.recipient')}>
        <dl className={classes['list']}>
          <Fact term={t('field.recipient.name')} translate="no">
            {recipient.name}
          </Fact>
          <PhoneFact phone={recipient.phone} />
          <Fact term={t('field.recipient.email')}>
            {recipient.email && <a href={`mailto:${recipient.email}`}>{recipient.email}</a>}
          </Fact>
          <AddressFacts address={order.recipientAddress} />
          <Fact term={t('orders:column.business')}>
            {yesNo(dtoRecipientAddress.isBusinessAddress)}
          </Fact>
          <Fact term={t('validAddress')}>
            {isBeingLocated && t('beingLocated')}
            {isMissing && t('errors:error.recipientGeocodingError')}
            {!isBeingLocated && !isMissing && yesNo(order.validAddress)}
          </Fact>
        </dl>
      </EditableGroup>
      <div>
        <h2>{t('group.origin')}</h2>
        <dl className={classes['list']}>
          <Fact term={t('returnFrom')} translate="no">
            {returnFrom?.name}
          </Fact>
          <PhoneFact phone={returnFrom?.phone} />
          <AddressFacts address={order.originAddress} />
          <Fact term={t('validAddress')}>{originFound()}</Fact>
          <Fact term={t('orders:column.business')}>
            {yesNo(dtoOriginAddress.isBusinessAddress)}
          </Fact>
        </dl>
      </div>
      <OrderMap origin={order.originAddress} destination={order.recipientAddress} />
      {originals.map(([group, address]) => (
        <div key={group}>
          <h2>{t(`group.${group}`)}</h2>
          <dl className={classes['list']}>
            <AddressFacts address={address} />
          </dl>
        </div>
      ))}
    </div>
  );
}

function AddressFacts({ address }: { readonly address: Address }) {
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
