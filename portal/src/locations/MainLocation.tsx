import { Group, Paper, Text, Title } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AddressLines } from '../lib/AddressLines.tsx';
import { LocationFacts } from './LocationFacts.tsx';

/** The location that orders leave from by default. */
export function MainLocation({ address }: { readonly address: Address }) {
  const { t } = useTranslation('locations');
  return (
    <Paper withBorder p="lg" component="section">
      <Group align="flex-start" gap="md" wrap="nowrap">
        <Text c="var(--mantine-color-anchor)" component="span" lh={0}>
          <IconBuildingWarehouse size={28} aria-hidden />
        </Text>
        <div>
          <Title order={2} mb="xs">
            {t('main')}
          </Title>
          <AddressLines address={address} />
          <Group gap="xs" mt="xs">
            <LocationFacts location={address} />
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {t('mainText')}
          </Text>
        </div>
      </Group>
    </Paper>
  );
}
