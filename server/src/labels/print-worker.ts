import type { LabelFormat, PrintedDocuments, PrinterResolution } from '@portage/contract/labels';
import type { Order } from '@portage/contract/orders';
import type { PageLayout } from '../drawing/layout-items.ts';
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

/** What became of the orders of a task. */
export interface Printed {
  /** The bytes of the file; missing when no order has pages. */
  readonly file?: Uint8Array;
  /** What was raised for orders that cannot be laid out, by their places in the task. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/**
 * Prints orders into one file. One that cannot be laid out is left out: it does not keep the others
 * from being printed. Gives `undefined` when they fill more pages than the file may have.
 */
export async function printOrders({
  orders,
  documents,
  format,
  dpi,
  mostPages,
  ...merchant
}: PrintTask): Promise<Printed | undefined> {
  const pages: PageLayout[] = [];
  const failures = new Map<number, unknown>();
  for (const [place, text] of orders.entries()) {
    try {
      pages.push(...printedPages(JSON.parse(text) as Order, merchant, documents));
    } catch (error) {
      failures.set(place, error);
    }
    if (pages.length > mostPages) return undefined;
  }
  if (pages.length === 0) return { failures };
  const file =
    format === 'zpl' ? Buffer.from(renderZpl(pages, dpi)) : await renderPdf(pages, format);
  return { file, failures };
}
