import { Button } from '@mantine/core';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../lib/sign-out.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import classes from './Header.module.css';
import { colorSchemes, languageNames, usePreferences } from './preferences.ts';

/** Greets the person who is signed in: how the portal looks and speaks on this device, and logging out. */
export function GreetingMenu({ name }: { readonly name: string }) {
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
