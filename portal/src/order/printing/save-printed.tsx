import { Button } from '@mantine/core';
import { labelEndpoints, type LabelFormat, ZPL_MEDIA_TYPE } from '@portage/contract/orders/labels';
import { orderCan } from '@portage/contract/orders/order-status';
import type { OrderSummary } from '@portage/contract/orders/orders';
import { translate } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { hideNotice, dismissNotifications, notifyError, notifySuccess } from '../../lib/notify.tsx';
import { currentSession } from '../../lib/session.ts';
import { focusPage } from '../../ui/return-focus.ts';
import { planBulkRun } from '../bulk-run/bulk-run-store.tsx';
import { markReady } from '../bulk-run/MarkReady.tsx';
import type { FetchedDocuments } from './fetch-documents.ts';
import {
  canPrintPdf,
  keepZpl,
  openPreview,
  type Printer,
  type PrintJob,
  type PrintSettings,
} from './print-state.ts';

/** Spec 1 §9. */
export function fileNameOf({ documents, format }: Pick<PrintSettings, 'documents' | 'format'>) {
  const ending = format === 'zpl' ? 'zpl' : 'pdf';
  if (documents === 'packingSlips') return `PackingSlip.${ending}`;
  return format === 'pdf_letter' ? 'Label.pdf' : `portageLabels.${ending}`;
}

/** Large; only merges several PDF files. */
const pdfLibrary = () => import('@cantoo/pdf-lib');

/** Merging must not fail later. Rejects with advice to the user. */
export async function prepareMerging(format: LabelFormat): Promise<void> {
  if (format === 'zpl') return;
  await pdfLibrary().catch((cause: unknown) => {
    throw new Error(translate('orders:print.notLoaded'), { cause });
  });
}

export async function mergeFiles(
  format: LabelFormat,
  [first, ...others]: readonly [Blob, ...Blob[]],
): Promise<Blob> {
  if (others.length === 0) return first;
  if (format === 'zpl') {
    return new Blob(
      [first, ...others].flatMap((file) => [file, '\n']),
      { type: ZPL_MEDIA_TYPE },
    );
  }
  const { PDFDocument } = await pdfLibrary();
  const merged = await PDFDocument.load(await first.arrayBuffer());
  for (const file of others) {
    const source = await PDFDocument.load(await file.arrayBuffer());
    const pages = await merged.copyPages(source, source.getPageIndices());
    for (const page of pages) merged.addPage(page);
  }
  // The copy gives the bytes a plain ArrayBuffer, which is what a Blob takes.
  return new Blob([new Uint8Array(await merged.save())], { type: 'application/pdf' });
}

/** Milliseconds. */
const PATIENCE = 20_000;

/** Must outlive the print dialog, whose end is unknown. */
let lastFrame: HTMLIFrameElement | undefined;

function newFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  // A frame that is not displayed cannot be printed, so it is made invisible instead.
  frame.style.cssText =
    'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;opacity:0;border:0';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = url;
  return frame;
}

/** False when this browser cannot print a PDF within a page. */
async function printPdf(file: Blob): Promise<boolean> {
  if (!canPrintPdf()) return false;
  if (lastFrame) {
    URL.revokeObjectURL(lastFrame.src);
    lastFrame.remove();
  }
  const frame = newFrame(URL.createObjectURL(file));
  lastFrame = frame;
  const { promise: loaded, resolve } = Promise.withResolvers<boolean>();
  frame.addEventListener('load', () => resolve(true), { once: true });
  setTimeout(() => resolve(false), PATIENCE);
  document.body.append(frame);
  if (!(await loaded)) return false;
  const { activeElement } = document;
  try {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
    // The frame is invisible: the focus returns.
    if (activeElement instanceof HTMLElement) activeElement.focus();
    return frame.contentWindow !== null;
  } catch {
    return false;
  }
}

/** Saves ZPL, and everything after the session ended, without names: another user may read on. */
export async function savePrinted(
  job: PrintJob,
  file: Blob,
  { made, skipped, left }: Pick<FetchedDocuments, 'made' | 'skipped' | 'left'>,
): Promise<void> {
  const { documents, format, dpi } = job;
  const name = fileNameOf(job);
  const isOpened = format !== 'zpl' && isSignedIn() && (await printPdf(file));
  if (!isOpened) saveFile(file, name);
  const leftOutText = textOfLeftOut([...skipped, ...left]);
  const isPreviewable = format === 'zpl' && isSignedIn() && keepZpl({ file, name, dpi });
  const toMark = isSignedIn() ? made.filter((order) => orderCan.markReady(order).allowed) : [];
  const offersReady = toMark.length > 0 && documents !== 'packingSlips' && job.thenReady !== true;
  const id = notifySuccess({
    about: 'offer',
    title: translate(`orders:print.${documents}.${isOpened ? 'opened' : 'saved'}`, {
      count: made.length,
    }),
    message: (
      <>
        {leftOutText && <div>{leftOutText}</div>}
        {!isOpened && <div>{name}</div>}
        {offersReady && (
          <Button
            size="compact-sm"
            mt={8}
            mr={8}
            onClick={() => {
              hideNotice(id);
              focusPage();
              planBulkRun(markReady(), toMark);
            }}
          >
            {translate('orders:print.markReady', { count: toMark.length })}
          </Button>
        )}
        {isOpened && (
          <Button size="compact-sm" variant="light" mt={8} onClick={() => saveFile(file, name)}>
            {translate('orders:print.save', { file: name })}
          </Button>
        )}
        {isPreviewable && (
          <Button size="compact-sm" variant="light" mt={8} onClick={preview}>
            {translate('orders:print.preview.open')}
          </Button>
        )}
      </>
    ),
  });
  if (job.thenReady === true && toMark.length > 0) planBulkRun(markReady(), toMark);
}

/** Prints a label of no order, to try a printer. */
export async function printTestLabel(printer: Printer): Promise<void> {
  try {
    const file = await callApi(labelEndpoints.test, { query: printer });
    const name = fileNameOf({ ...printer, documents: 'labels' });
    const isOpened = printer.format !== 'zpl' && (await printPdf(file));
    if (!isOpened) saveFile(file, name);
    notifySuccess({
      title: translate(`orders:printer.${isOpened ? 'opened' : 'saved'}`),
      ...(!isOpened && { message: name }),
    });
  } catch (cause) {
    notifyError({ title: translate('orders:printer.failed'), cause });
  }
}

export function notifyNothingPrinted(skipped: readonly OrderSummary[]): void {
  notifyError({ title: translate('orders:print.nothingPrinted'), message: textOfLeftOut(skipped) });
}

function textOfLeftOut(orders: readonly OrderSummary[]): string | undefined {
  const [first] = orders;
  if (!first) return undefined;
  const count = orders.length;
  return isSignedIn()
    ? translate('orders:print.leftOut', { count, name: first.recipientName })
    : translate('orders:print.leftOutSignedOut', { count });
}

const isSignedIn = () => currentSession() !== undefined;

function preview(): void {
  // On a phone they would hide the buttons of the dialog.
  dismissNotifications();
  openPreview();
}
