import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { errorCatalogue } from '@portage/contract/errors';
import { fillText } from '@portage/contract/locale';
import { orderStatuses } from '@portage/contract/order-status';
import type { OrderSummary } from '@portage/contract/order-selection';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Unprintable } from './fetch-labels.ts';
import '@mantine/core/styles/List.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/** How many skipped orders are named for each reason; the rest are counted. */
const NAMED = 3;

interface PrintPreflightProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly printable: readonly OrderSummary[];
  readonly unprintable: readonly Unprintable[];
  readonly onPrint: () => void;
}

/** Says before anything is fetched which labels will be printed, and which will not and why. */
export function PrintPreflight(props: PrintPreflightProps) {
  const { opened, onClose, printable, unprintable, onPrint } = props;
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const count = printable.length;
  const reasons = Map.groupBy(unprintable, ({ order, reason }) =>
    fillText(errorCatalogue[reason].detail[locale], {
      status: orderStatuses[order.orderStatus].name[locale],
    }),
  );
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
        <Text>{t('print.willSkip', { count: unprintable.length })}</Text>
        <List size="sm" spacing="xs">
          {[...reasons].map(([reason, skipped]) => (
            <List.Item key={reason}>
              <strong>{namesOf(skipped)}</strong>
              {skipped.length > NAMED &&
                ` ${t('print.andMore', { count: skipped.length - NAMED })}`}
              <Text size="sm" c="dimmed">
                {reason}
              </Text>
            </List.Item>
          ))}
        </List>
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

const namesOf = (skipped: readonly Unprintable[]) =>
  skipped
    .slice(0, NAMED)
    .map(({ order }) => order.recipientName)
    .join(', ');
