import { Button } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { planPrint } from '../printing/print-run.ts';
import { useLabelSettings } from '../printing/use-print-settings.ts';
import { closeBulkRun } from './bulk-run-store.ts';

/** Prints the labels of orders that were just marked ready, which is what comes next. */
export function PrintDone({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useTranslation('orders');
  const settings = useLabelSettings();
  if (orders.length === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      onClick={() => {
        closeBulkRun();
        planPrint({ ...settings, orders });
      }}
    >
      {t(`print.${settings.documents}.action`)}
    </Button>
  );
}
