import { Table } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import { useTranslation } from 'react-i18next';
import { useStreetLine } from '../lib/AddressLines.tsx';
import classes from './AdditionalLocations.module.css';
import { DeleteLocation } from './DeleteLocation.tsx';
import { LocationFacts } from './LocationFacts.tsx';
import '@mantine/core/styles/Table.layer.css';

/** Locations with the parts of their addresses side by side, to be compared. */
export function LocationTable({ locations }: { readonly locations: readonly Address[] }) {
  const { t } = useTranslation('locations');
  return (
    <Table aria-label={t('additional')} horizontalSpacing="lg" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('column.street')}</Table.Th>
          <Table.Th>{t('column.city')}</Table.Th>
          <Table.Th>{t('column.province')}</Table.Th>
          <Table.Th>{t('column.postalCode')}</Table.Th>
          <Table.Th>{t('column.country')}</Table.Th>
          <Table.Th>{t('column.carrier')}</Table.Th>
          <Table.Th>
            <span className={classes['hidden']}>{t('actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {locations.map((location) => (
          <LocationRow key={JSON.stringify(location)} location={location} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function LocationRow({ location }: { readonly location: Address }) {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td>{useStreetLine(location)}</Table.Td>
      <Table.Td>{location.city}</Table.Td>
      <Table.Td>{location.province}</Table.Td>
      <Table.Td>{location.postalCode}</Table.Td>
      <Table.Td>{t(`country.${location.country}`)}</Table.Td>
      <Table.Td>
        <LocationFacts location={location} />
      </Table.Td>
      <Table.Td ta="end">
        <DeleteLocation location={location} />
      </Table.Td>
    </Table.Tr>
  );
}
