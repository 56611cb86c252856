import { Button } from '@mantine/core';
import { orderCan } from '@portage/contract/order-permissions';
import { summaryOf } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import { IconPrinter } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusPage } from '../ui/use-focus-after.ts';
import { planPrint } from '../order/carry-out.ts';
import { usePrintRun } from '../order/printing/print-state.ts';
import { useLabelSettings } from '../order/printing/use-print-settings.ts';
import classes from './OrderDetail.module.css';

/** Says that the label says something else than the order, and prints it again where it may be printed. */
export function ReprintLabel({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'orders']);
  const settings = useLabelSettings();
  const isPrinting = usePrintRun() !== undefined;
  const canPrint = orderCan.printLabel(order).allowed;
  const whyNot = order.orderStatus === 'CANCELLED' ? 'reprint.cancelled' : 'reprint.notYet';

  const notice = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    const element = notice.current;
    // It goes once the label is printed: whoever printed it here is then nowhere, and may be before,
    // since a button that waits lets go of the focus.
    return () => {
      const { activeElement, body } = document;
      const isNowhere = wasPressed.current && activeElement === body;
      if (isNowhere || element?.contains(activeElement)) focusPage();
    };
  }, []);

  return (
    <div ref={notice} className={classes['reprint']}>
      <IconPrinter size={20} aria-hidden />
      <p>
        <strong>{t('reprint.title')}</strong> {t(canPrint ? 'reprint.text' : whyNot)}
      </p>
      {canPrint && (
        <Button
          size="xs"
          variant="default"
          loading={isPrinting}
          onClick={() => {
            wasPressed.current = true;
            planPrint({ ...settings, documents: 'labels', orders: [summaryOf(order)] });
          }}
        >
          {t('reprint.action', { format: t(`orders:print.format.${settings.format}`) })}
        </Button>
      )}
    </div>
  );
}
