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

const reload = () => window.location.reload();

interface ReloadPageProps {
  readonly cause: 'threw' | 'notFetched' | 'notStarted';
}

function ReloadPage({ cause }: ReloadPageProps) {
  const { t } = useTranslation();
  useEffect(() => {
    if (cause === 'threw') return undefined;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [cause]);
  return (
    <MessagePage title={t(`errorPage.${cause}.title`)} text={t(`errorPage.${cause}.text`)}>
      <Button onClick={reload}>
        {t(cause === 'notStarted' ? 'tryAgain' : 'errorPage.reload')}
      </Button>
    </MessagePage>
  );
}

/** Shows an error, or that the page's code could not be fetched. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const isFetch = error instanceof Error && NOT_FETCHED.test(error.message);
  return <ReloadPage cause={isFetch ? 'notFetched' : 'threw'} />;
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
  return (
    <main className={classes['main']}>
      <ReloadPage cause="notStarted" />
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
