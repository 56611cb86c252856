import { Anchor, Button, Group, List, Modal, Text } from '@mantine/core';
import type { SimilarOrder } from '@portage/contract/similar-orders';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMerchant } from '../lib/merchant.ts';
import { useFormat } from '../lib/use-format.ts';
import { paths } from '../paths.ts';
import { pressedOnce } from '../ui/pressed-once.ts';
import '@mantine/core/styles/List.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface SimilarOrdersProps {
  /** Orders that the new one may repeat; none while nothing is asked. */
  readonly orders: readonly SimilarOrder[];
  readonly onCancel: () => void;
  readonly onCreate: () => void;
}

/** Asks before an order is created that looks like one of the last day. */
export function SimilarOrders({ orders, onCancel, onCreate }: SimilarOrdersProps) {
  const { t } = useTranslation(['newOrder', 'common']);
  const { shortDateTime } = useFormat(useMerchant().data?.timeZone);
  return (
    <Modal
      opened={orders.length > 0}
      onClose={onCancel}
      title={t('similar.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      transitionProps={{ duration: 0 }}
      centered
    >
      <Text mb="sm">{t('similar.text')}</Text>
      <List mb="lg" spacing={4}>
        {orders.map(({ id, recipient, refNumber, createdAt }) => (
          <List.Item key={id}>
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to={paths.order()} params={{ id }} target="_blank" />
              )}
            >
              {[recipient.name, refNumber, shortDateTime(createdAt)]
                .filter(Boolean)
                .join('\u00a0· ')}
            </Anchor>
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('similar.cancel')}
        </Button>
        <Button {...pressedOnce(onCreate)}>{t('similar.create')}</Button>
      </Group>
    </Modal>
  );
}
