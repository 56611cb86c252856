import type { LabelFormat, PrintedDocuments, PrinterResolution } from '@portage/contract/labels';
import type { Order } from '@portage/contract/orders';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { stepBack } from '../threads/step-back.ts';
import { type PrintedMerchant, printedPages } from './printed-pages.ts';

// Runs in threads of its own, started by print-threads.ts.
stepBack();

/** What is to be printed, and how. */
export interface PrintTask extends PrintedMerchant {
  /** The orders as JSON texts, which reach a thread sooner than objects do. */
  readonly orders: readonly string[];
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
  /** The most pages that the file may have. */
  readonly mostPages: number;
}

/** The bytes of a file that prints orders; `undefined` when they fill more pages than it may have. */
export async function printOrders({
  orders,
  documents,
  format,
  dpi,
  mostPages,
  ...merchant
}: PrintTask): Promise<Uint8Array | undefined> {
  const pages = [];
  for (const text of orders) {
    pages.push(...printedPages(JSON.parse(text) as Order, merchant, documents));
    if (pages.length > mostPages) return undefined;
  }
  return format === 'zpl' ? Buffer.from(renderZpl(pages, dpi)) : renderPdf(pages, format);
}
