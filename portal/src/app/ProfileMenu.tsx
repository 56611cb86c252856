import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../ui/MenuButton.tsx';
import classes from './Header.module.css';
import { profileEntries } from './menu-entries.ts';

/** The profile dropdown, under the merchant's name: the merchant's pages, and what can be set for the device. */
export function ProfileMenu({ merchantName }: { readonly merchantName: string }) {
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
          <span className={classes['name']}>{merchantName}</span>
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
