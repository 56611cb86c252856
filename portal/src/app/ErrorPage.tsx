import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './MessagePage.tsx';

/** Shown in place of a page that threw while it rendered or loaded. */
export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('errorPage.title')} text={t('errorPage.text')}>
      <Button onClick={() => window.location.reload()}>{t('errorPage.reload')}</Button>
    </MessagePage>
  );
}
