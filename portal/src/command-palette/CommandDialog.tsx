import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { Command } from './command.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import { ShortcutsHelp } from './ShortcutsHelp.tsx';
import type { OrdersToShow } from './use-palette-groups.tsx';

interface CommandDialogProps {
  readonly shows: 'palette' | 'help';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly commands: readonly Command[];
  readonly onShowOrders: (orders: OrdersToShow) => void;
}

/**
 * The command palette, in which one types where to go, what to do or which order to find; or the help
 * on shortcuts. One dialog for both: from either the focus goes back to where it was before.
 */
export function CommandDialog({ shows, isOpen, onClose, ...palette }: CommandDialogProps) {
  const { t } = useTranslation('palette');
  // What is drawn open from the start does not keep where the focus was.
  const isMounted = useMounted();
  return (
    <Modal.Root opened={isOpen && isMounted} onClose={onClose} size={640} yOffset="10dvh">
      <Modal.Overlay />
      {shows === 'help' ? (
        <Modal.Content key="help">
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
