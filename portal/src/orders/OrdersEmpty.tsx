import { Button, EmptyState } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import '@mantine/core/styles/EmptyState.layer.css';

/** What the list is for, and the way to a first order. */
export function OrdersEmpty() {
  const { t } = useTranslation('orders');
  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={480}
      icon={<IconPackage stroke={1.5} />}
      withIndicatorBackground
    >
      <EmptyState.Title order={2}>{t('empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('empty.description')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button component={Link} to={paths.newOrder()} leftSection={<IconPlus size={18} />}>
          {t('empty.action')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
