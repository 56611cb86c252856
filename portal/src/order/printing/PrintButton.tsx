import { ActionIcon, Button, type Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { LabelFormat, PrintedDocuments } from '@portage/contract/labels';
import type { OrderSummary } from '@portage/contract/order-selection';
import { IconChevronDown, IconListDetails, IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { ignoreHeldEnter, pressedOnce } from '../../ui/pressed-once.ts';
import classes from './PrintButton.module.css';
import { PrintFormats } from './PrintFormats.tsx';
import { planPrint } from '../carry-out.ts';
import { usePrinterResolution, usePrintFormat } from './use-print-settings.ts';

interface PrintButtonProps {
  readonly documents: PrintedDocuments;
  /** The selected orders. */
  readonly orders: readonly OrderSummary[];
  /** Whether there is room for an icon only, which opens the choice of a format. */
  readonly isIcon?: boolean;
}

/**
 * Prints documents of the selected orders in the format used last; the arrow offers the others (spec 1
 * §2, the label-format and the packing-slip popover).
 */
export function PrintButton({ documents, orders, isIcon = false }: PrintButtonProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const [format, setFormat] = usePrintFormat(documents);
  const [dpi] = usePrinterResolution();
  const isShort = useMediaQuery('(max-width: 1500px)', false, { getInitialValueInEffect: false });
  const target = useRef<HTMLButtonElement>(null);
  const isEmpty = orders.length === 0;
  const named = { format: t(`print.format.${format}`) };

  function refuseNothing(): void {
    notifyError({ title: t('print.errorTitle'), message: t('errors:error.noOrderSelected') });
  }

  function print(chosen: LabelFormat): void {
    setFormat(chosen);
    if (isEmpty) refuseNothing();
    else planPrint({ documents, orders, format: chosen, dpi });
  }

  const formats = (menu: typeof Menu) => (
    <PrintFormats
      menu={menu}
      documents={documents}
      // A dialog gives the focus back to where it was: the menu will be gone.
      onLeave={() => target.current?.focus()}
      onChoose={print}
    />
  );
  const chooseFormat = t(`print.${documents}.chooseFormat`);
  const nothingSelected = t(`print.${documents}.nothingSelected`);
  if (isIcon) {
    return (
      <MenuButton
        position="bottom-end"
        withinPortal={false}
        buttonRef={target}
        mayOpen={() => {
          if (isEmpty) refuseNothing();
          return !isEmpty;
        }}
        renderItems={formats}
        renderButton={(opens, isOpen) => (
          <Hint label={isEmpty ? nothingSelected : chooseFormat} disabled={isOpen}>
            <ActionIcon
              {...opens}
              variant="default"
              size={36}
              aria-label={chooseFormat}
              data-caption={t(`print.${documents}.short`)}
              onKeyDown={ignoreHeldEnter}
              aria-disabled={isEmpty}
              data-disabled={isEmpty}
            >
              <IconListDetails size={18} />
            </ActionIcon>
          </Hint>
        )}
      />
    );
  }
  return (
    <div className={classes['group']}>
      <Hint label={nothingSelected} disabled={!isEmpty}>
        <Button
          leftSection={
            documents === 'packingSlips' ? <IconListDetails size={18} /> : <IconPrinter size={18} />
          }
          variant="default"
          className={classes['print']}
          aria-disabled={isEmpty}
          data-disabled={isEmpty}
          aria-label={t(`print.${documents}.name`, named)}
          {...pressedOnce(() => print(format))}
        >
          {isShort ? t(`print.${documents}.short`) : t(`print.${documents}.button`, named)}
        </Button>
      </Hint>
      <MenuButton
        position="bottom-end"
        withinPortal={false}
        buttonRef={target}
        renderItems={formats}
        renderButton={(opens) => (
          <Button
            {...opens}
            variant="default"
            className={classes['arrow']}
            disabled={isEmpty}
            aria-label={chooseFormat}
            onKeyDown={ignoreHeldEnter}
            title={chooseFormat}
          >
            <IconChevronDown size={18} />
          </Button>
        )}
      />
    </div>
  );
}
