import { Burger, Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconLogout } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession, type Session } from '../lib/session.ts';
import { menuEntries } from './menu-entries.ts';
import classes from './MobileMenu.module.css';
import { colorSchemes, languageNames, usePreferences } from './preferences.ts';

/** The menu of narrow screens: a drawer at the side with everything the header holds on wide ones. */
export function MobileMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Burger
        opened={isOpen}
        onClick={open}
        size="sm"
        aria-label={t('shell.openMenu')}
        aria-expanded={isOpen}
      />
      <Drawer
        opened={isOpen}
        onClose={close}
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
              <Link key={to} to={to} className={classes['entry'] ?? ''} onClick={close}>
                <Icon size={20} aria-hidden />
                {t(`pageTitle.${title}`)}
              </Link>
            ))}
          </nav>
          <DevicePreferences />
          <Button
            variant="default"
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => endSession('left')}
          >
            {t('shell.logOut')}
          </Button>
        </Stack>
      </Drawer>
    </>
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
