import type { Menu as MantineMenu } from '@mantine/core';
import {
  type LabelFormat,
  type PrintedDocuments,
  PRINTER_RESOLUTIONS,
} from '@portage/contract/labels';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { openPreview, useLastZpl } from './preview/last-zpl.ts';
import { formatsOf } from './print-job.ts';
import classes from './PrintButton.module.css';
import { resolutionOf, usePrinterResolution } from './use-print-settings.ts';

interface PrintFormatsProps {
  readonly menu: typeof MantineMenu;
  readonly documents: PrintedDocuments;
  /** Hears that something was chosen, before the menu is gone. */
  readonly onLeave: () => void;
  readonly onChoose: (format: LabelFormat) => void;
}

/** The items of the formats, each of which prints at once, and of what goes with ZPL. */
export function PrintFormats({ menu: Menu, documents, onLeave, onChoose }: PrintFormatsProps) {
  const { t } = useTranslation('orders');
  const [dpi, setDpi] = usePrinterResolution();
  const { saved } = useLastZpl();
  return (
    <>
      <Menu.Label>{t(`print.${documents}.chooseFormat`)}</Menu.Label>
      {formatsOf(documents).map((format) => (
        <Menu.Item
          key={format}
          {...pressedOnce(() => {
            onLeave();
            onChoose(format);
          })}
        >
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
          <Menu.Item
            leftSection={<IconEye size={16} />}
            onClick={() => {
              onLeave();
              openPreview();
            }}
          >
            {t('print.preview.open')}
            <span className={classes['help']}>{saved.name}</span>
          </Menu.Item>
        </>
      )}
    </>
  );
}
