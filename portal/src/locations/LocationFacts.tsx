import { Badge, Text } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import {
  type ShipFromLocation,
  shipFromLocationEndpoints,
} from '@portage/contract/ship-from-locations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../lib/call-query.ts';
import { useFormat } from '../lib/use-format.ts';
import '@mantine/core/styles/Badge.layer.css';

const isSame = (one: Address, { address }: ShipFromLocation) =>
  one.street === address.street &&
  one.unit === address.unit &&
  one.postalCode === address.postalCode;

/** Whether the carrier picks up at a location, and how far it is from the main one, once that is known. */
export function LocationFacts({ location }: { readonly location: Address }) {
  const { t } = useTranslation('locations');
  const format = useFormat();
  // Tenths of a kilometre say something only of places nearby.
  const distanceText = (distance: number) =>
    format.number(distance < 10 ? distance : Math.round(distance));
  const { data } = useQuery(callQuery(shipFromLocationEndpoints.list, {}));
  const facts = data?.find((one) => isSame(location, one));
  if (!facts) return undefined;
  return (
    <>
      <Badge
        variant="light"
        color={facts.isServed ? 'evergreen' : 'gray'}
        autoContrast={false}
        miw="max-content"
        style={{ color: 'inherit' }}
      >
        {t(facts.isServed ? 'served' : 'notServed')}
      </Badge>
      {!facts.isServed && <Text size="sm">{t('notServedHelp')}</Text>}
      {!facts.isMain && facts.distance !== undefined && (
        <Text size="sm" c="dimmed">
          {t('distance', { distance: distanceText(facts.distance) })}
        </Text>
      )}
    </>
  );
}
