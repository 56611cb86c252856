import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { MessagePage } from './MessagePage.tsx';

/** Shown at an address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <Anchor component={Link} to={paths.dashboard()}>
        {t('notFound.toDashboard')}
      </Anchor>
    </MessagePage>
  );
}
