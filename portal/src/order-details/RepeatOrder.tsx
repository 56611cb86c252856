import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';

interface RepeatOrderProps {
  readonly id: string;
  /** Items that follow in the menu. */
  readonly children?: ReactNode;
}

/** Begins another order with what this one says: the same once more, or the way back. */
export function RepeatOrder({ id, children }: RepeatOrderProps) {
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
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
