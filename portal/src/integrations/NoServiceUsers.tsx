import { Button, EmptyState } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/EmptyState.layer.css';

interface NoServiceUsersProps {
  readonly onCreate: () => void;
}

/** What service users are for, and the way to a first one. */
export function NoServiceUsers({ onCreate }: NoServiceUsersProps) {
  const { t } = useTranslation('integrations');
  return (
    <EmptyState mx="auto" p="xl" maw={480} icon={<IconKey stroke={1.5} />} withIndicatorBackground>
      <EmptyState.Title order={2}>{t('serviceUsers.empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('serviceUsers.empty.text')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button onClick={onCreate}>{t('serviceUsers.empty.action')}</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
