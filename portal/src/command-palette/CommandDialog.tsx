import { Modal, Switch, Text, Title } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslation } from '../i18n/i18n.ts';
import {
  isPressed,
  type ShortcutName,
  shortcutsIn,
  isMac,
  useSingleKeys,
} from '../lib/use-shortcut.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import classes from './ShortcutsHelp.module.css';
import type { Command, OrdersToShow } from './use-palette-groups.tsx';

function ShortcutsHelp() {
  const { t } = useTranslation('palette');
  const [areOn, setOn] = useSingleKeys();
  return (
    <>
      <Modal.Header>
        <Modal.Title>{t('shortcuts.title')}</Modal.Title>
        <Modal.CloseButton aria-label={t('shortcuts.close')} />
      </Modal.Header>
      <Modal.Body>
        <ShortcutsOf where="everywhere" />
        <ShortcutsOf where="ordersList" />
        <Text mt="lg" size="sm">
          {t('shortcuts.scanner')}
        </Text>
        <Switch
          mt="lg"
          label={t('shortcuts.singleKeys')}
          description={t('shortcuts.singleKeysHelp')}
          checked={areOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Modal.Body>
    </>
  );
}

function ShortcutsOf({ where }: { readonly where: keyof typeof shortcutsIn }) {
  const { t } = useTranslation('palette');
  const names = Object.keys(shortcutsIn[where]) as ShortcutName[];
  return (
    <>
      <Title order={3} className={classes['where'] ?? ''}>
        {t(`shortcuts.where.${where}`)}
      </Title>
      <dl className={classes['list']}>
        {names.map((name) => (
          <div key={name} className={classes['shortcut']}>
            <dt>{t(`shortcuts.does.${name}`)}</dt>
            <dd className={classes['keys']}>
              <ShortcutKeys name={name} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export interface CommandDialogProps {
  readonly shows: 'palette' | 'help';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPalette: () => void;
  readonly commands: readonly Command[];
  readonly onShowOrders: (orders: OrdersToShow) => void;
}

/** One dialog for palette and help, so that the focus returns. */
export function CommandDialog(props: CommandDialogProps) {
  const { shows, isOpen, onClose, onPalette, ...palette } = props;
  const { t } = useTranslation('palette');
  // A dialog that mounts open would not remember the focus.
  const isMounted = useMounted();
  return (
    <Modal.Root opened={isOpen && isMounted} onClose={onClose} size={640} yOffset="10dvh">
      <Modal.Overlay />
      {shows === 'help' ? (
        <Modal.Content
          key="help"
          onKeyDownCapture={(event) => {
            if (!isPressed('palette', event, isMac)) return;
            event.preventDefault();
            onPalette();
          }}
        >
          <ShortcutsHelp />
        </Modal.Content>
      ) : (
        <Modal.Content key="palette" aria-label={t('name')}>
          <PaletteSearch {...palette} onDone={onClose} />
        </Modal.Content>
      )}
    </Modal.Root>
  );
}
