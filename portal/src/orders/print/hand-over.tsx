import { Button } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import { i18n } from '../../i18n/i18n.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../../lib/notify.tsx';
import { saveFile } from '../save-file.ts';
import { keepZpl, openPreview } from './preview/last-zpl.ts';
import type { PrintJob } from './print-job.ts';
import { printPdf } from './print-pdf.ts';
import { fileNameOf, mergeFiles } from './printed-files.ts';

interface Fetched {
  readonly files: readonly Blob[];
  /** The orders that have no part in the files. */
  readonly skipped: readonly OrderSummary[];
}

/**
 * Puts the files of a job into one, opens the print dialog on it (PDF) or saves it (ZPL, or when the
 * browser cannot print), and says so. Rejects with the signal's reason when it is given up before.
 */
export async function handOver(job: PrintJob, { files, skipped }: Fetched, signal: AbortSignal) {
  const { documents, format, dpi } = job;
  const [first] = skipped;
  const count = skipped.length;
  const skippedText = first && i18n.t('orders:print.skipped', { count, name: first.recipientName });
  if (files.length === 0) {
    notifyError({ title: i18n.t('orders:print.nothingPrinted'), message: skippedText });
    return;
  }

  const file = await mergeFiles(format, files);
  signal.throwIfAborted();
  const name = fileNameOf(job);
  const isOpened = format !== 'zpl' && (await printPdf(file));
  if (!isOpened) saveFile(file, name);
  if (format === 'zpl') keepZpl({ file, name, dpi });
  notifySuccess({
    title: i18n.t(`orders:print.${documents}.${isOpened ? 'opened' : 'saved'}`, {
      count: job.orders.length - count,
    }),
    message: (
      <>
        {skippedText && <div>{skippedText}</div>}
        {!isOpened && <div>{name}</div>}
        {isOpened && (
          <Button size="compact-sm" variant="light" mt={8} onClick={() => saveFile(file, name)}>
            {i18n.t('orders:print.save', { file: name })}
          </Button>
        )}
        {format === 'zpl' && (
          <Button size="compact-sm" variant="light" mt={8} onClick={preview}>
            {i18n.t('orders:print.preview.open')}
          </Button>
        )}
      </>
    ),
  });
}

function preview(): void {
  // On a phone they would hide the buttons of the dialog.
  dismissNotifications();
  openPreview();
}
