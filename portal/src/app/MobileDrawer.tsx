import { Button, Drawer, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/i18n.ts';
import { DevicePreferences } from '../lib/DevicePreferences.tsx';
import { signOut } from '../lib/keep-session.ts';
import type { Session } from '../lib/session.ts';
import { useIsPhone } from '../ui/use-is-mobile.ts';
import { accountEntry, mainEntries, type MenuEntry, profileEntries } from './menu-entries.ts';
import classes from './MobileDrawer.module.css';

interface MobileDrawerProps {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function MobileDrawer({ session, isOpen, onClose }: MobileDrawerProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  // A drawer that mounts open does not record the focus.
  const isMounted = useMounted();
  return (
    <Drawer
      opened={isOpen && isMounted}
      onClose={onClose}
      position="right"
      size="xs"
      title={session.merchantName}
      closeButtonProps={{ 'aria-label': t('shell.closeMenu') }}
    >
      <Stack gap="lg">
        <Text c="dimmed" size="sm">
          {t('shell.greeting', { name: session.name })}
        </Text>
        <Pages
          label={t('shell.mainMenu')}
          entries={mainEntries.filter(({ isOnMobile }) => isOnMobile || !isPhone)}
          onChoose={onClose}
        />
        <Pages
          label={t('shell.profileMenu')}
          entries={[...profileEntries, accountEntry]}
          onChoose={onClose}
        />
        <DevicePreferences />
        <Button
          variant="default"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('shell.logOut')}
        </Button>
      </Stack>
    </Drawer>
  );
}

interface PagesProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onChoose: () => void;
}

function Pages({ label, entries, onChoose }: PagesProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={label}>
      {entries.map(({ title, to, Icon }) => (
        <Link key={to} to={to} className={classes['entry'] ?? ''} onClick={onChoose}>
          <Icon size={20} aria-hidden />
          {t(`pageTitle.${title}`)}
        </Link>
      ))}
    </nav>
  );
}
