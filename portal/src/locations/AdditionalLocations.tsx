import { EmptyState, Paper, Title } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AddressLines } from '../lib/AddressLines.tsx';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import classes from './AdditionalLocations.module.css';
import { DeleteLocation } from './DeleteLocation.tsx';
import { LocationFacts } from './LocationFacts.tsx';
import { LocationTable } from './LocationTable.tsx';
import '@mantine/core/styles/EmptyState.layer.css';

/** The other places that orders may leave from; without one, what they are for. */
export function AdditionalLocations({ locations }: { readonly locations: readonly Address[] }) {
  const { t } = useTranslation('locations');
  const isMobile = useIsMobile();
  const List = isMobile ? LocationList : LocationTable;
  return (
    <Paper withBorder component="section">
      <Title order={2} px="lg" pt="lg" pb="xs">
        {t('additional')}
      </Title>
      {locations.length === 0 ? <NoLocations /> : <List locations={locations} />}
    </Paper>
  );
}

/** On a phone a table would have room for no street. */
function LocationList({ locations }: { readonly locations: readonly Address[] }) {
  return (
    <ul className={classes['list']}>
      {locations.map((location) => (
        <li key={JSON.stringify(location)}>
          <AddressLines address={location} />
          <LocationFacts location={location} />
          <DeleteLocation location={location} />
        </li>
      ))}
    </ul>
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
