import { EmptyState } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/EmptyState.layer.css';

/** What service users are for; the page's own button creates the first. */
export function NoServiceUsers() {
  const { t } = useTranslation('integrations');
  return (
    <EmptyState mx="auto" p="xl" maw={480} icon={<IconKey stroke={1.5} />} withIndicatorBackground>
      <EmptyState.Title order={2}>{t('serviceUsers.empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('serviceUsers.empty.text')}</EmptyState.Description>
    </EmptyState>
  );
}
