import { Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../lib/session.ts';
import { signOut } from '../lib/sign-out.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { menuEntries } from './menu-entries.ts';
import classes from './MobileDrawer.module.css';
import { colorSchemes, languageNames, usePreferences } from './preferences.ts';

interface MobileDrawerProps {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The menu of narrow screens: everything the header holds on wide ones, in a drawer at the side. */
export function MobileDrawer({ session, isOpen, onClose }: MobileDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={isOpen}
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
        <nav aria-label={t('shell.mainMenu')}>
          {menuEntries.map(({ title, to, Icon }) => (
            <Link key={to} to={to} className={classes['entry'] ?? ''} onClick={onClose}>
              <Icon size={20} aria-hidden />
              {t(`pageTitle.${title}`)}
            </Link>
          ))}
        </nav>
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

function DevicePreferences() {
  const { t } = useTranslation();
  const id = useId();
  const { locale, chooseLocale, colorScheme, chooseColorScheme } = usePreferences();
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text id={`${id}-language`} size="sm">
          {t('shell.language')}
        </Text>
        <SegmentedControl
          aria-labelledby={`${id}-language`}
          size="xs"
          value={locale}
          onChange={chooseLocale}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <Text id={`${id}-scheme`} size="sm">
          {t('shell.colorScheme')}
        </Text>
        <SegmentedControl
          aria-labelledby={`${id}-scheme`}
          size="xs"
          value={colorScheme}
          onChange={chooseColorScheme}
          data={colorSchemes.map((scheme) => ({
            value: scheme,
            label: t(`shell.scheme.${scheme}`),
          }))}
        />
      </Group>
    </Stack>
  );
}
