import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { useIsMobile } from '../../../ui/use-is-mobile.ts';
import { closePreview, useLastZpl } from './last-zpl.ts';
import { PreviewedLabels } from './PreviewedLabels.tsx';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/** How many labels show at once on a desk; a phone has room for one. */
const SHOWN = 3;

/** Shows the ZPL file that was saved last as the printer will print it. */
export function LabelPreview() {
  const { t } = useTranslation('orders');
  const isMobile = useIsMobile();
  const { saved, isShown } = useLastZpl();
  useFocusAfter(isShown);
  const shown = isMobile ? 1 : SHOWN;
  return (
    <Modal
      opened={isShown && saved !== undefined}
      onClose={closePreview}
      title={saved && t('print.preview.title', { file: saved.name })}
      size="auto"
      fullScreen={isMobile}
      closeButtonProps={{ 'aria-label': t('print.close') }}
      transitionProps={{ duration: 0 }}
    >
      {saved && <PreviewedLabels key={shown} saved={saved} shown={shown} />}
    </Modal>
  );
}
