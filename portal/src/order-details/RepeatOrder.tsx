import { ActionIcon, type Menu as MantineMenu } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { MenuButton } from '../ui/MenuButton.tsx';

interface RepeatOrderProps {
  readonly id: string;
  /** Draws the items that follow in the menu. */
  readonly children: (menu: typeof MantineMenu) => ReactNode;
}

/** Begins another order with what this one says: the same once more, or the way back. */
export function RepeatOrder({ id, children }: RepeatOrderProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <MenuButton
      position="bottom-end"
      renderButton={(target) => (
        <ActionIcon {...target} variant="default" size={36} aria-label={t('repeat.menu')}>
          <IconDots size={18} />
        </ActionIcon>
      )}
      renderItems={(Menu) => (
        <>
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
            renderRoot={(props) => (
              <Link {...props} to={paths.newOrder()} search={{ return: id }} />
            )}
          >
            {t('repeat.return')}
          </Menu.Item>
          {children(Menu)}
        </>
      )}
    />
  );
}
