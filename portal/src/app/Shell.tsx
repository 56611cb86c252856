import { Outlet, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentTitle } from './DocumentTitle.tsx';
import { Header } from './Header.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import classes from './Shell.module.css';
import { useAskedFeatureFlag } from './use-asked-feature-flag.ts';

/** What surrounds every page: skip link, header and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  useAskedFeatureFlag();
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
      <OfflineBar />
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
