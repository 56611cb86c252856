import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import { useTranslation } from 'react-i18next';
import { SkippedOrders } from '../bulk/SkippedOrders.tsx';
import type { Skipped } from '../bulk/split-by-permission.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface PrintPreflightProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly printable: readonly OrderSummary[];
  readonly unprintable: readonly Skipped[];
  readonly onPrint: () => void;
}

/** Says before anything is fetched which labels will be printed, and which will not and why. */
export function PrintPreflight(props: PrintPreflightProps) {
  const { opened, onClose, printable, unprintable, onPrint } = props;
  const { t } = useTranslation('orders');
  const count = printable.length;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(count > 0 ? 'print.someSkipped' : 'print.allSkipped')}
      closeButtonProps={{ 'aria-label': t('print.close') }}
      centered
    >
      <Stack gap="sm">
        {count > 0 && <Text>{t('print.willPrint', { count })}</Text>}
        <SkippedOrders skipped={unprintable} />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onClose}>
            {t(count > 0 ? 'print.cancel' : 'print.close')}
          </Button>
          {count > 0 && (
            <Button
              onClick={() => {
                onClose();
                onPrint();
              }}
            >
              {t('print.printThese', { count })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
