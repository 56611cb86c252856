import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { type Session, useSession } from '../lib/session.ts';
import { paths } from '../paths.ts';
import { CommandLauncher } from './CommandLauncher.tsx';
import { EnvironmentTag } from './EnvironmentTag.tsx';
import { GreetingMenu } from './GreetingMenu.tsx';
import classes from './Header.module.css';
import { Logo } from './Logo.tsx';
import { mainEntries } from './menu-entries.ts';
import { MobileMenu } from './MobileMenu.tsx';
import { languageNames, usePreferences } from './preferences.ts';
import { ProfileMenu } from './ProfileMenu.tsx';

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
        {session ? <SignedInMenu session={session} /> : <LanguageSwitch />}
      </div>
      {session && appConfig().demo && <p className={classes['demo']}>{t('shell.demo')}</p>}
    </header>
  );
}

function SignedInMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  return (
    <>
      <nav className={classes['wide']} aria-label={t('shell.mainMenu')}>
        {mainEntries.map(({ title, to }) => (
          <Link key={to} to={to} className={classes['entry'] ?? ''}>
            {t(`pageTitle.${title}`)}
          </Link>
        ))}
      </nav>
      <div className={`${classes['tools']} ${classes['end']}`}>
        <CommandLauncher />
        <div className={classes['wide']}>
          <ProfileMenu merchantName={session.merchantName} />
          <GreetingMenu name={session.name} />
        </div>
        <div className={classes['narrow']}>
          <MobileMenu session={session} />
        </div>
      </div>
    </>
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
