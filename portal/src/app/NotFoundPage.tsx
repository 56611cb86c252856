import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { MessagePage } from './MessagePage.tsx';

interface NotFoundPageProps {
  /** Whether a page is at this address after all, for screens wider than this one. */
  readonly isForWideScreens?: boolean;
}

/** Shown at an address that leads nowhere. */
export function NotFoundPage({ isForWideScreens = false }: NotFoundPageProps) {
  const { t } = useTranslation();
  return (
    <MessagePage
      title={t('notFound.title')}
      text={t(isForWideScreens ? 'notFound.wideScreensOnly' : 'notFound.text')}
    >
      <Anchor component={Link} to={paths.dashboard()}>
        {t('notFound.toDashboard')}
      </Anchor>
    </MessagePage>
  );
}
