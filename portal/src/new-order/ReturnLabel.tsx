import { Button, Group, Text } from '@mantine/core';
import { orderCan } from '@portage/contract/order-permissions';
import { summaryOf } from '@portage/contract/order-selection';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { orderQuery } from '../order/order-calls.ts';
import { CarriedOut } from '../order/CarriedOut.tsx';
import { planPrint } from '../order/carry-out.ts';
import { usePrintRun } from '../order/printing/print-state.ts';
import { useLabelSettings } from '../order/printing/use-print-settings.ts';

/** How often a new order is asked about until it is located and rated, in milliseconds. */
const ASK_AGAIN = 500;

/** Prints the label of a return that was just created, once it is located and rated. */
export function ReturnLabel({ id }: { readonly id: string }) {
  const { t } = useTranslation('newOrder');
  const settings = useLabelSettings();
  const isPrinting = usePrintRun() !== undefined;
  const { data: order } = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.orderStatus === 'CREATED' ? ASK_AGAIN : false,
  });
  const isPlaced = order !== undefined && order.orderStatus !== 'CREATED';
  const canPrint = order !== undefined && orderCan.printLabel(order).allowed;
  return (
    <div aria-live="polite">
      {!isPlaced && <Text mb="lg">{t('created.placing')}</Text>}
      {isPlaced && !canPrint && (
        <Group mb="lg">
          <Text>{t('created.notPrintable')}</Text>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={paths.order()} params={{ id }} />}
          >
            {t('created.open')}
          </Button>
        </Group>
      )}
      {canPrint && (
        <Button
          mb="lg"
          leftSection={<IconPrinter size={18} aria-hidden />}
          loading={isPrinting}
          onClick={() =>
            planPrint({ ...settings, documents: 'labels', orders: [summaryOf(order)] })
          }
        >
          {t('created.print')}
        </Button>
      )}
      <CarriedOut />
    </div>
  );
}
