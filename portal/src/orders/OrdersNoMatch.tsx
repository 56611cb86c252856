import { Button, EmptyState } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/EmptyState.layer.css';

interface OrdersNoMatchProps {
  readonly search: string;
  readonly onClear: () => void;
}

/** Says that a search finds nothing, what is searched, and how to see all orders again. */
export function OrdersNoMatch({ search, onClear }: OrdersNoMatchProps) {
  const { t } = useTranslation('orders');
  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={480}
      style={{ overflowWrap: 'anywhere' }}
      icon={<IconSearchOff stroke={1.5} />}
      withIndicatorBackground
    >
      <EmptyState.Title order={2}>{t('noMatch.title', { search })}</EmptyState.Title>
      <EmptyState.Description>{t('noMatch.description')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button variant="default" onClick={onClear}>
          {t('search.clear')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
