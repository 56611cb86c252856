import { Button, Burger, ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconLogout, IconSearch } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { signOut } from '../lib/keep-session.ts';
import { colorSchemes, languageNames, usePreferences } from '../lib/preferences.ts';
import { queryClient } from '../lib/query-client.ts';
import { isSetUpRequired } from '../lib/second-factor/step-up.ts';
import type { Session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { catchTyping } from '../lib/typed-ahead.ts';
import { isMac, useScanner, useShortcut } from '../lib/use-shortcut.ts';
import { paths } from '../paths.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import classes from './Header.module.css';
import { accountEntry, mainEntries, profileEntries } from './menu-entries.ts';

const loadCommands = () => Promise.all([import('./PortalCommands.tsx'), loadTexts('palette')]);
const PortalCommands = lazy(async () => {
  const [{ PortalCommands: component }] = await loadCommands();
  return { default: component };
});

function CommandLauncher() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  /** Last opened; undefined before. */
  const [shows, setShows] = useState<'palette' | 'help'>();
  const [isOpen, setOpen] = useState(false);

  useCodeSoon(loadCommands);

  function open(what: 'palette' | 'help'): void {
    if (what === 'palette' && !isOpen) catchTyping();
    setShows(what);
    setOpen(true);
  }
  useShortcut('palette', () => open('palette'));
  useShortcut('help', () => open('help'));
  useShortcut('createOrder', () => void navigate({ to: paths.newOrder() }));
  useScanner((code) => {
    void navigate({ to: paths.orders(), search: { search: code, placed: 'all' } });
  });

  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('shell.commands')}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={t('shell.commandsKeys', { keys: isMac ? '⌘ K' : 'Ctrl K' })}
        onClick={() => open('palette')}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {shows !== undefined && (
        <Suspense>
          <PortalCommands
            shows={shows}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onHelp={() => open('help')}
            onPalette={() => open('palette')}
          />
        </Suspense>
      )}
    </>
  );
}

function ProfileMenu({ merchantName }: { readonly merchantName: string }) {
  const { t } = useTranslation();
  return (
    <MenuButton
      position="bottom-end"
      withinPortal={false}
      width={220}
      renderButton={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={t('shell.profile', { merchant: merchantName })}
        >
          <span className={classes['name']} translate="no">
            {merchantName}
          </span>
        </Button>
      )}
      renderItems={(Menu) =>
        profileEntries.map(({ title, to, Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} aria-hidden />}>
            {t(`pageTitle.${title}`)}
          </Menu.Item>
        ))
      }
    />
  );
}

const MobileDrawer = lazy(async () => ({
  default: (await import('./MobileDrawer.tsx')).MobileDrawer,
}));

function MobileMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  return (
    <>
      <Burger
        opened={isOpen}
        onClick={open}
        size="sm"
        aria-label={t('shell.openMenu')}
        aria-expanded={isOpen}
      />
      {wasOpened && (
        <Suspense>
          <MobileDrawer session={session} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface GreetingMenuProps {
  readonly name: string;
  /** False while a second factor must be set up first. */
  readonly hasAccount: boolean;
}

function GreetingMenu({ name, hasAccount }: GreetingMenuProps) {
  const { t } = useTranslation();
  const { locale, chooseLocale, colorScheme, chooseColorScheme } = usePreferences();
  return (
    <MenuButton
      position="bottom-end"
      withinPortal={false}
      width={220}
      renderButton={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={classes['name']}>{t('shell.greeting', { name })}</span>
        </Button>
      )}
      renderItems={(Menu) => (
        <>
          {hasAccount && (
            <>
              <Menu.Item
                component={Link}
                to={accountEntry.to}
                leftSection={<accountEntry.Icon size={16} aria-hidden />}
              >
                {t('pageTitle.account')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Label>{t('shell.colorScheme')}</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={chooseColorScheme}>
            {colorSchemes.map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {t(`shell.scheme.${scheme}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Label>{t('shell.language')}</Menu.Label>
          <Menu.RadioGroup value={locale} onChange={chooseLocale}>
            {Object.entries(languageNames).map(([language, name]) => (
              <Menu.RadioItem key={language} value={language} lang={language}>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void signOut()}
          >
            {t('shell.logOut')}
          </Menu.Item>
        </>
      )}
    />
  );
}

/** Shows only the user's own menu while a second factor must be set up. */
export function SignedInMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  if (useStore(isSetUpRequired)) {
    return (
      <div className={classes['end']}>
        <GreetingMenu name={session.name} hasAccount={false} />
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
          <GreetingMenu name={session.name} hasAccount />
        </div>
        <div className={classes['narrow']}>
          <MobileMenu session={session} />
        </div>
      </div>
    </QueryClientProvider>
  );
}
