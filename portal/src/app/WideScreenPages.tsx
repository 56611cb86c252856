import { Anchor } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { Activity } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import { MessagePage } from './MessagePage.tsx';

/** Pages that phones do not have. They are hidden, not closed: a tablet may be turned back. */
export function WideScreenPages() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && (
        <MessagePage title={t('pageTitle.needsLargerScreen')} text={t('needsLargerScreen')}>
          <Anchor component={Link} to={paths.dashboard()}>
            {t('notFound.toDashboard')}
          </Anchor>
        </MessagePage>
      )}
      <Activity mode={isPhone ? 'hidden' : 'visible'}>
        <Outlet />
      </Activity>
    </>
  );
}
