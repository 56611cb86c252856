import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Where a merchant lands: one tile for each thing there is to do (spec 1 §2). */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  return <Title order={1}>{t('title')}</Title>;
}
