import { QueryClientProvider } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../lib/query-client.ts';
import { isSetUpRequired } from '../lib/second-factor/step-up.ts';
import type { Session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { CommandLauncher } from './CommandLauncher.tsx';
import { GreetingMenu } from './GreetingMenu.tsx';
import classes from './Header.module.css';
import { mainEntries } from './menu-entries.ts';
import { MobileMenu } from './MobileMenu.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

/**
 * The part of the header for a signed-in person: the menus and the button of the command palette. While
 * a second factor must be set up no page opens, and only the person's own menu is there.
 */
export function SignedInMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  if (useStore(isSetUpRequired)) {
    return (
      <div className={classes['end']}>
        <GreetingMenu name={session.name} />
      </div>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
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
    </QueryClientProvider>
  );
}
