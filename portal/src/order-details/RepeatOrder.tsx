import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';

/** Begins another order with what this one says: the same once more, or the way back. */
export function RepeatOrder({ id }: { readonly id: string }) {
  const { t } = useTranslation('orderDetail');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('repeat.menu')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to={paths.newOrder()} search={{ duplicate: id }} />
          )}
        >
          {t('repeat.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={paths.newOrder()} search={{ return: id }} />}
        >
          {t('repeat.return')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
