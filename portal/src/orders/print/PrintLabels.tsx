import { Button, Menu, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { LabelFormat } from '@portage/contract/labels';
import { orderCan } from '@portage/contract/order-permissions';
import type { OrderSummary } from '@portage/contract/order-selection';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { splitByPermission } from '../bulk/split-by-permission.ts';
import classes from './PrintLabels.module.css';
import { PrintPreflight } from './PrintPreflight.tsx';
import { PrintProgress } from './PrintProgress.tsx';
import { useLabelFormat } from './use-label-format.ts';
import { useLabelPrinting } from './use-label-printing.tsx';
import '@mantine/core/styles/Tooltip.layer.css';

interface PrintLabelsProps {
  /** Narrow screens have room for few words. */
  readonly isNarrow: boolean;
  /** The selected orders. */
  readonly orders: readonly OrderSummary[];
  /** Hears the id of the order whose label failed, or undefined when none did. */
  readonly onOutcome: (failedOrderId: string | undefined) => void;
}

/** Prints the labels of the selected orders in the format used last; the arrow offers the others. */
export function PrintLabels({ orders, isNarrow, onOutcome }: PrintLabelsProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const [format, setFormat] = useLabelFormat();
  const [isAsking, preflight] = useDisclosure();
  const { progress, print, cancel } = useLabelPrinting(onOutcome);
  const { allowed: printable, skipped: unprintable } = splitByPermission(
    orders,
    orderCan.printLabel,
  );
  const isEmpty = orders.length === 0;
  const named = { format: t(`print.format.${format}`) };

  function start(chosen: LabelFormat): void {
    setFormat(chosen);
    if (isEmpty) {
      notifyError({ title: t('print.errorTitle'), message: t('errors:error.noOrderSelected') });
    } else if (unprintable.length > 0) {
      preflight.open();
    } else {
      void print(printable, chosen);
    }
  }

  if (progress) return <PrintProgress {...progress} onCancel={cancel} />;
  return (
    <>
      <div className={classes['group']}>
        <Tooltip label={t('print.nothingSelected')} disabled={!isEmpty}>
          <Button
            leftSection={<IconPrinter size={18} />}
            variant="default"
            className={classes['print']}
            aria-disabled={isEmpty}
            data-disabled={isEmpty}
            aria-label={t('print.labels', named)}
            onClick={() => start(format)}
          >
            {t(isNarrow ? 'print.labelsShort' : 'print.labels', named)}
          </Button>
        </Tooltip>
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <Button
              variant="default"
              className={classes['arrow']}
              disabled={isEmpty}
              aria-label={t('print.chooseFormat')}
              title={t('print.chooseFormat')}
            >
              <IconChevronDown size={18} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('print.chooseFormat')}</Menu.Label>
            {LabelFormat.options.map((option) => (
              <Menu.Item key={option} onClick={() => start(option)}>
                {t(`print.format.${option}`)}
                <span className={classes['help']}>{t(`print.formatHelp.${option}`)}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <PrintPreflight
        opened={isAsking}
        onClose={preflight.close}
        printable={printable}
        unprintable={unprintable}
        onPrint={() => void print(printable, format)}
      />
    </>
  );
}
