import { Button } from '@mantine/core';
import { orderCan } from '@portage/contract/order-permissions';
import { summaryOf } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { readOrder } from '../place-order.ts';
import { useLabelFormat } from '../print/use-label-format.ts';
import { useLabelPrinting } from '../print/use-label-printing.tsx';
import classes from './OrderDetail.module.css';

/** Says that the label says something else than the order, and prints it again. */
export function ReprintLabel({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const queryClient = useQueryClient();
  const [format] = useLabelFormat();
  const { progress, print } = useLabelPrinting(() => undefined);
  const canPrint = orderCan.printLabel(order).allowed;

  async function reprint(): Promise<void> {
    await print([summaryOf(order)], format);
    // Whether it was printed or not, the order says what its label is now; changes tell it too.
    await readOrder(queryClient, order.id).catch(() => undefined);
  }

  return (
    <div className={classes['reprint']}>
      <IconPrinter size={20} aria-hidden />
      <p>
        <strong>{t('reprint.title')}</strong> {t(canPrint ? 'reprint.text' : 'reprint.notYet')}
      </p>
      {canPrint && (
        <Button
          size="xs"
          variant="default"
          loading={progress !== undefined}
          onClick={() => void reprint()}
        >
          {t('reprint.action', { format: t(`orders:print.format.${format}`) })}
        </Button>
      )}
    </div>
  );
}
