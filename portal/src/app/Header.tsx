import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { useSession } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import { EnvironmentTag } from './EnvironmentTag.tsx';
import classes from './Header.module.css';
import { drawSignedInMenu, loadSignedInMenu } from './load-signed-in-menu.tsx';
import { Logo } from './Logo.tsx';
import { languageNames, usePreferences } from './preferences.ts';

/** The product's name, the environment and, once signed in, the menu and the demo's warning. */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const drawMenu = useStore(drawSignedInMenu);
  const isSignedIn = session !== undefined;
  useEffect(() => {
    if (isSignedIn) void loadSignedInMenu().catch(() => undefined);
  }, [isSignedIn]);
  return (
    <header>
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

/** Before sign-in there is no profile menu, so the other language is one click away. */
function LanguageSwitch() {
  const { locale, chooseLocale } = usePreferences();
  const other = locale === 'en' ? 'fr' : 'en';
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
