import { Button, type Menu as MantineMenu } from '@mantine/core';
import { IconListDetails, IconPrinter, IconEye } from '@tabler/icons-react';
import {
  type LabelFormat,
  type PrintedDocuments,
  PRINTER_RESOLUTIONS,
} from '@portage/contract/orders/labels';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { useTranslation } from '../../i18n/i18n.ts';
import { Hint } from '../../ui/Hint.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { ignoreHeldEnter, pressedOnce, softDisabled } from '../../ui/pressed-once.ts';
import classes from '../../ui/SplitButton.module.css';
import { SplitButton } from '../../ui/SplitButton.tsx';
import { useIsMobile, useMedia } from '../../ui/use-is-mobile.ts';
import { tellNotDone } from '../bulk-run/bulk-action.ts';
import { planPrint } from '../start-actions.tsx';
import {
  useLabelSettings,
  usePrinterResolution,
  usePrintFormat,
  resolutionOf,
  openPreview,
  rememberPrinter,
  useLastZpl,
  formatsOf,
  type PrintJob,
} from './print-state.ts';

interface PrintFormatsProps {
  readonly menu: typeof MantineMenu;
  readonly documents: PrintedDocuments;
  readonly onChoose: (format: LabelFormat) => void;
}

/** Formats print at once; ZPL has settings. */
function PrintFormats({ menu: Menu, documents, onChoose }: PrintFormatsProps) {
  const { t } = useTranslation('orders');
  const [dpi, setDpi] = usePrinterResolution();
  const { saved } = useLastZpl();
  return (
    <>
      <Menu.Label>{t(`print.${documents}.chooseFormat`)}</Menu.Label>
      {formatsOf(documents).map((format) => (
        <Menu.Item key={format} {...pressedOnce(() => onChoose(format))}>
          {t(`print.format.${format}`)}
          <span className={classes['help']}>{t(`print.formatHelp.${format}`)}</span>
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>{t('print.resolution')}</Menu.Label>
      <Menu.RadioGroup value={String(dpi)} onChange={(chosen) => setDpi(resolutionOf(chosen))}>
        {PRINTER_RESOLUTIONS.map((option) => (
          <Menu.RadioItem key={option} value={String(option)}>
            {t('print.dpi', { dpi: option })}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {saved && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={openPreview}>
            {t('print.preview.open')}
            <span className={classes['help']}>{saved.name}</span>
          </Menu.Item>
        </>
      )}
    </>
  );
}

type Wanted = Pick<PrintJob, 'documents' | 'thenReady'>;

interface MorePrintsProps {
  readonly menu: typeof MantineMenu;
  readonly documents: PrintedDocuments;
  readonly onChoose: (wanted: Wanted) => void;
}

function MorePrints({ menu: Menu, documents, onChoose }: MorePrintsProps) {
  const { t } = useTranslation('orders');
  const item = (name: 'slips' | 'ready' | 'slipsAndReady', wanted: Wanted) => (
    <Menu.Item key={name} {...pressedOnce(() => onChoose(wanted))}>
      {t(`print.more.${name}`)}
      <span className={classes['help']}>{t(`print.moreHelp.${name}`)}</span>
    </Menu.Item>
  );
  if (documents === 'packingSlips') return null;
  const both = 'labelsAndPackingSlips';
  return (
    <>
      {documents === 'labels' && item('slips', { documents: both })}
      {item('ready', { documents, thenReady: true })}
      {documents === 'labels' && item('slipsAndReady', { documents: both, thenReady: true })}
      <Menu.Divider />
    </>
  );
}

interface PrintButtonProps {
  readonly documents: PrintedDocuments;
  readonly orders: readonly OrderSummary[];
  readonly isIcon?: boolean;
}

/** In the last format; the arrow offers others (spec 1 §2). */
function PrintButton({ documents, orders, isIcon = false }: PrintButtonProps) {
  const { t } = useTranslation('orders');
  const [format, setFormat] = usePrintFormat(documents);
  const [dpi] = usePrinterResolution();
  const isShort = useMedia('(max-width: 93.75em)');
  const isEmpty = orders.length === 0;
  const named = { format: t(`print.format.${format}`) };

  function print(chosen: LabelFormat, wanted: Wanted = { documents }): void {
    if (isEmpty) tellNotDone();
    else planPrint({ ...wanted, orders, format: chosen, dpi });
  }

  const formats = (menu: typeof MantineMenu) => (
    <>
      <MorePrints menu={menu} documents={documents} onChoose={(wanted) => print(format, wanted)} />
      <PrintFormats
        menu={menu}
        documents={documents}
        onChoose={(chosen) => {
          setFormat(chosen);
          rememberPrinter();
          print(chosen);
        }}
      />
    </>
  );
  const chooseFormat = t(`print.${documents}.chooseFormat`);
  const nothingSelected = t(`print.${documents}.nothingSelected`);
  if (isIcon) {
    return (
      <MenuButton
        position="bottom-end"
        withinPortal={false}
        mayOpen={() => {
          if (isEmpty) tellNotDone();
          return !isEmpty;
        }}
        renderItems={formats}
        renderButton={(opens, isOpen) => (
          <Hint label={isEmpty ? nothingSelected : chooseFormat} disabled={isOpen}>
            <IconButton
              {...opens}
              Icon={IconListDetails}
              label={chooseFormat}
              title={undefined}
              data-caption={t(`print.${documents}.short`)}
              onKeyDown={ignoreHeldEnter}
              {...softDisabled(isEmpty)}
            />
          </Hint>
        )}
      />
    );
  }
  const Icon = documents === 'packingSlips' ? IconListDetails : IconPrinter;
  return (
    <SplitButton label={chooseFormat} isDisabled={isEmpty} renderItems={formats}>
      <Hint label={nothingSelected} disabled={!isEmpty}>
        <Button
          leftSection={<Icon size={18} aria-hidden />}
          variant="default"
          className={classes['main']}
          {...softDisabled(isEmpty)}
          aria-label={t(`print.${documents}.name`, named)}
          {...pressedOnce(() => print(format))}
        >
          {isShort ? t(`print.${documents}.short`) : t(`print.${documents}.button`, named)}
        </Button>
      </Hint>
    </SplitButton>
  );
}

/** Together for merchants with a linked shop (spec 1 §2). */
export function PrintButtons({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { documents } = useLabelSettings();
  const isNarrow = useIsMobile();
  return (
    <>
      <PrintButton documents={documents} orders={orders} />
      {documents === 'labels' && (
        <PrintButton documents="packingSlips" orders={orders} isIcon={isNarrow} />
      )}
    </>
  );
}
