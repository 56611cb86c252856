import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReloadOnline } from '../ui/use-reload-online.ts';
import { MessagePage } from './MessagePage.tsx';
import classes from './Shell.module.css';

/** Shown instead of the portal when the server does not say how it is configured. */
export function StartFailurePage() {
  const { t } = useTranslation();
  useReloadOnline(true);
  return (
    <main className={classes['main']}>
      <MessagePage title={t('startFailure.title')} text={t('startFailure.text')}>
        <Button onClick={() => window.location.reload()}>{t('startFailure.reload')}</Button>
      </MessagePage>
    </main>
  );
}
