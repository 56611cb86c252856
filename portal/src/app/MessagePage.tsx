import { Stack, Text, Title, Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Activity, useEffect } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import classes from './Shell.module.css';

/** Messages of browsers that could not fetch code: offline, or a newer portal is deployed. */
const NOT_FETCHED = /dynamically imported module|importing a module script|preload/i;

/** Shows an error, or that the page's code could not be fetched. */
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

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <LinkAnchor to={paths.dashboard()}>{t('notFound.toDashboard')}</LinkAnchor>
    </MessagePage>
  );
}

/** Replaces the portal when `/config.json` cannot be read. */
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

/** Pages that phones do not have. They are hidden, not closed: a tablet may be turned back. */
export function WideScreenPages() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && (
        <MessagePage title={t('pageTitle.needsLargerScreen')} text={t('needsLargerScreen')}>
          <LinkAnchor to={paths.dashboard()}>{t('notFound.toDashboard')}</LinkAnchor>
        </MessagePage>
      )}
      <Activity mode={isPhone ? 'hidden' : 'visible'}>
        <Outlet />
      </Activity>
    </>
  );
}

function useReloadOnline(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isEnabled]);
}

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <Stack align="flex-start" gap="md" maw={560} py="xl">
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      {children}
    </Stack>
  );
}
