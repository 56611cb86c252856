import '@mantine/core/styles/List.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { errorCatalogue } from '@portage/contract/errors';
import { fillText } from '@portage/contract/locale';
import { orderStatuses } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import type { Unprintable } from './fetch-labels.ts';

/** How many skipped orders are named; the rest are counted. */
const NAMED = 6;

interface PrintPreflightProps {
  opened: boolean;
  onClose: () => void;
  printable: readonly Order[];
  unprintable: readonly Unprintable[];
  onPrint: () => void;
}

/** Says before anything is fetched which labels will be printed, and which will not and why. */
export function PrintPreflight(props: PrintPreflightProps) {
  const { opened, onClose, printable, unprintable, onPrint } = props;
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const reasonOf = ({ order, reason }: Unprintable) =>
    fillText(errorCatalogue[reason].detail[locale], {
      status: orderStatuses[order.orderStatus].name[locale],
    });
  const count = printable.length;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(count > 0 ? 'print.someSkipped' : 'print.allSkipped')}
      closeButtonProps={{ 'aria-label': t('print.cancel') }}
      centered
    >
      <Stack gap="sm">
        {count > 0 && <Text size="sm">{t('print.willPrint', { count })}</Text>}
        <Text size="sm">{t('print.willSkip', { count: unprintable.length })}</Text>
        <List size="sm" spacing={8}>
          {unprintable.slice(0, NAMED).map((skipped) => (
            <List.Item key={skipped.order.id}>
              <strong>{skipped.order.recipient.name}</strong>: {reasonOf(skipped)}
            </List.Item>
          ))}
        </List>
        {unprintable.length > NAMED && (
          <Text size="sm" c="dimmed">
            {t('print.andMore', { count: unprintable.length - NAMED })}
          </Text>
        )}
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
