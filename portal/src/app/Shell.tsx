import { useNetwork } from '@mantine/hooks';
import { Outlet, useRouterState, useMatches } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type common from '../i18n/en/common.json';
import { useTranslation } from '../i18n/i18n.ts';
import { useFormat } from '../lib/format.ts';
import { useOwnPageTitle } from '../lib/page-title.ts';
import { paths } from '../paths.ts';
import { useFirstScreen } from '../ui/use-fetch-soon.ts';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import { Header } from './Header.tsx';
import classes from './Shell.module.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: PageTitle;
    /** Includes the routes below. */
    isForWideScreens?: boolean;
  }
}

/** A page's name in the dictionary, under `pageTitle`. */
type PageTitle = keyof (typeof common)['pageTitle'];

function usePageName(): string {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const own = useOwnPageTitle();
  const title = useMatches({
    select: (matches): PageTitle | undefined => {
      const isHidden = isPhone && matches.some(({ staticData }) => staticData.isForWideScreens);
      return isHidden ? 'needsLargerScreen' : matches.at(-1)?.staticData.title;
    },
  });
  return own ?? t(`pageTitle.${title ?? 'notFound'}`);
}

/** Finds the order that Tab would reach, or the page's beginning. */
const focusedOrder = () =>
  document.querySelector<HTMLElement>('[data-order-id][tabindex="0"]') ??
  document.getElementById('content');

export function Shell() {
  const { t } = useTranslation();
  const name = usePageName();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  useFirstScreen(useRouterState({ select: ({ isLoading }) => isLoading }));
  const { online } = useNetwork();
  const isList = useRouterState({ select: ({ location }) => location.pathname === paths.orders() });
  return (
    <div className={classes['shell']}>
      <title>{`${name} – ${t('product')}`}</title>
      <Header>
        <SkipLink text={t('shell.skipToContent')} find={() => main.current} />
        {isList && <SkipLink text={t('shell.skipToList')} find={focusedOrder} />}
      </Header>
      {!online && <Offline />}
      <main id="content" ref={main} aria-label={name} className={classes['main']} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

interface SkipLinkProps {
  readonly text: string;
  readonly find: () => HTMLElement | null;
}

function SkipLink({ text, find }: SkipLinkProps) {
  return (
    <a
      className={classes['skipLink']}
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        find()?.focus();
      }}
    >
      {text}
    </a>
  );
}

function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(page);
  useEffect(() => {
    const isAnother = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    const { activeElement } = document;
    const isKept = activeElement !== main.current && main.current?.contains(activeElement);
    if (!isAnother || isKept) return;
    // Speaks the new name even where the old page had the focus.
    main.current?.blur();
    main.current?.focus({ preventScroll: true });
  }, [page, main]);
}

function Offline() {
  const { t } = useTranslation();
  const { time } = useFormat();
  const [since] = useState(() => Date.now());
  return <output className={classes['offline']}>{t('offline', { time: time(since) })}</output>;
}
