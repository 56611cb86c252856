import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { useSession } from '../lib/session.ts';
import { paths } from '../paths.ts';
import { EnvironmentTag } from './EnvironmentTag.tsx';
import classes from './Header.module.css';
import { Logo } from './Logo.tsx';
import { languageNames, usePreferences } from './preferences.ts';

/** The sign-in page shows without it. */
const SignedInMenu = lazy(async () => ({
  default: (await import('./SignedInMenu.tsx')).SignedInMenu,
}));

/** The product's name, the environment and, once signed in, the menu and the demo's warning. */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
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
        {session ? (
          <Suspense>
            <SignedInMenu session={session} />
          </Suspense>
        ) : (
          <LanguageSwitch />
        )}
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
