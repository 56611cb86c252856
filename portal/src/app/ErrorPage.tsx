import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReloadOnline } from '../ui/use-reload-online.ts';
import { MessagePage } from './MessagePage.tsx';

/** How browsers say that code could not be fetched: offline, or since a newer portal is served. */
const NOT_FETCHED = /dynamically imported module|importing a module script|preload/i;

/** Shown in place of a page that threw while it rendered, or whose code could not be fetched. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const cause = error instanceof Error && NOT_FETCHED.test(error.message) ? 'notFetched' : 'threw';
  useReloadOnline(cause === 'notFetched');
  return (
    <MessagePage title={t(`errorPage.${cause}.title`)} text={t(`errorPage.${cause}.text`)}>
      <Button onClick={() => window.location.reload()}>{t('errorPage.reload')}</Button>
    </MessagePage>
  );
}
