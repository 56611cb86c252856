import { Skeleton } from '@mantine/core';
import type { Address } from '@portage/contract/addresses/address';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import classes from './OrderDetail.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

const MapOfPlaces = lazy(async () => ({
  default: (await import('./MapOfPlaces.tsx')).MapOfPlaces,
}));

interface OrderMapProps {
  readonly origin: Address;
  readonly destination: Address;
}

/**
 * Where an order comes from and goes to, drawn on map tiles; nothing where this deployment has none
 * (PORTAGE_MAP_TILES) or neither end is located. The text beside it says the same.
 */
export function OrderMap({ origin, destination }: OrderMapProps) {
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
