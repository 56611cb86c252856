import { EmptyState, Paper, Table, Title } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStreetLine } from '../lib/AddressLines.tsx';
import '@mantine/core/styles/EmptyState.layer.css';
import '@mantine/core/styles/Table.layer.css';

/** The other places that orders may leave from; without one, what they are for. */
export function AdditionalLocations({ locations }: { readonly locations: readonly Address[] }) {
  const { t } = useTranslation('locations');
  return (
    <Paper withBorder component="section" aria-labelledby="additional-locations">
      <Title order={2} id="additional-locations" px="lg" pt="lg" pb="sm">
        {t('additional')}
      </Title>
      {locations.length === 0 ? (
        <NoLocations />
      ) : (
        <Table.ScrollContainer minWidth={0} type="native">
          <Table aria-labelledby="additional-locations" horizontalSpacing="lg" verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('column.street')}</Table.Th>
                <Table.Th>{t('column.city')}</Table.Th>
                <Table.Th>{t('column.province')}</Table.Th>
                <Table.Th>{t('column.postalCode')}</Table.Th>
                <Table.Th>{t('column.country')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {locations.map((location) => (
                <LocationRow key={JSON.stringify(location)} location={location} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
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
    </Table.Tr>
  );
}

function NoLocations() {
  const { t } = useTranslation('locations');
  return (
    <EmptyState
      mx="auto"
      px="lg"
      pb="xl"
      maw={480}
      icon={<IconMapPin stroke={1.5} />}
      withIndicatorBackground
    >
      <EmptyState.Title order={3}>{t('empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('empty.text')}</EmptyState.Description>
    </EmptyState>
  );
}
