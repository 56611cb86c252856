import { Modal } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../lib/format.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { Timelines } from './Timelines.tsx';
import type { PhotoLinks } from './use-photo-links.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface FullTimelineProps {
  readonly order: Order;
  readonly format: Format;
  readonly photos: PhotoLinks;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Everything that happened to an order and to each of its packages (spec 1 §2). */
export function FullTimeline({ order, isOpen, onClose, ...shown }: FullTimelineProps) {
  const { t } = useTranslation('orderTracking');
  const isMobile = useIsMobile();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('timeline.title', { name: order.recipient.name })}
      size={720}
      fullScreen={isMobile}
      closeButtonProps={{ 'aria-label': t('timeline.close') }}
      transitionProps={{ duration: 0 }}
    >
      <Timelines order={order} {...shown} />
    </Modal>
  );
}
