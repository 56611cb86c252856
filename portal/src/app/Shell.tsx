import { useNetwork } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import { useFirstScreen } from '../ui/use-fetch-soon.ts';
import { DocumentTitle } from './DocumentTitle.tsx';
import { Header } from './Header.tsx';
import classes from './Shell.module.css';

/** What surrounds every page: skip link, header and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  useFirstScreen(useRouterState({ select: ({ isLoading }) => isLoading }));
  const { online } = useNetwork();
  return (
    <div className={classes['shell']}>
      <DocumentTitle />
      <a
        className={classes['skipLink']}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skipToContent')}
      </a>
      <Header />
      {!online && <Offline />}
      <main id="content" ref={main} className={classes['main']} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** After going to another page the keyboard and the screen reader stand at its beginning. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(page);
  useEffect(() => {
    const isAnother = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    const hasFocus = main.current?.contains(document.activeElement);
    if (isAnother && !hasFocus) main.current?.focus({ preventScroll: true });
  }, [page, main]);
}

/** Says that there is no connection, and since when what is shown is not renewed. */
function Offline() {
  const { t } = useTranslation();
  const { time } = useFormat();
  const [since] = useState(() => Date.now());
  return <output className={classes['offline']}>{t('offline', { time: time(since) })}</output>;
}
