import { Button, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { appConfig } from '../lib/app-config.ts';
import { languageNames, usePreferences } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import classes from './Header.module.css';
import { drawSignedInMenu, loadFirstPage, loadSignedInMenu } from './load-signed-in-menu.tsx';

type Environment = 'dev' | 'stage' | 'prod';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reads the API's host: loopback or "dev", "stage" or "staging", otherwise prod. */
export function environmentOf(apiUrl: string, origin: string): Environment {
  const host = new URL(apiUrl, origin).hostname;
  if (LOOPBACK.test(host) || host.includes('dev')) return 'dev';
  if (host.includes('stage') || host.includes('staging')) return 'stage';
  return 'prod';
}

/** `children` come first. */
export function Header({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const drawMenu = useStore(drawSignedInMenu);
  const isSignedIn = session !== undefined;
  useEffect(() => {
    if (isSignedIn) void loadSignedInMenu().catch(() => undefined);
  }, [isSignedIn]);
  return (
    <header>
      {children}
      <div className={classes['bar']}>
        <Link
          to={session ? paths.dashboard() : paths.signIn()}
          className={classes['product'] ?? ''}
          aria-label={session ? t('shell.home') : t('product')}
        >
          <Logo />
          {t('product')}
        </Link>
        <EnvironmentTag />
        {session ? drawMenu?.(session) : <LanguageSwitch />}
      </div>
      {session && appConfig().demo && <p className={classes['demo']}>{t('shell.demo')}</p>}
    </header>
  );
}

function LanguageSwitch() {
  const { locale, chooseLocale } = usePreferences();
  const other = locale === 'en' ? 'fr' : 'en';
  useCodeSoon(loadFirstPage);
  return (
    <Button
      className={classes['end'] ?? ''}
      variant="subtle"
      color="gray"
      lang={other}
      onClick={() => chooseLocale(other)}
    >
      {languageNames[other]}
    </Button>
  );
}

/** Hidden in prod. */
function EnvironmentTag() {
  const { t } = useTranslation();
  const environment = environmentOf(appConfig().apiUrl, window.location.origin);
  if (environment === 'prod') return undefined;
  return (
    <Badge
      variant="outline"
      color="gray"
      size="sm"
      tt="uppercase"
      flex="none"
      title={t(`shell.environment.${environment}`)}
    >
      {environment}
    </Badge>
  );
}

/** Matches public/favicon.svg. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#14664b" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12 19.5V7.5h5.2a4 4 0 0 1 0 8H12" stroke="#fff" strokeWidth="3.2" />
        <path d="M6.5 22.5c5 3.4 14 3.4 19 0" stroke="#8fe0bd" strokeWidth="2.8" />
      </g>
    </svg>
  );
}
