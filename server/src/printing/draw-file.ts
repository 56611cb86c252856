import type { LabelFormat, PrintedDocuments, PrinterResolution } from '@portage/contract/labels';
import type { Order } from '@portage/contract/orders';
import type { PageLayout } from '../drawing/layout-items.ts';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import { type PrintedMerchant, printedPages } from './printed-pages.ts';

/** What is drawn of orders, and how. */
export interface DrawnAs extends PrintedMerchant {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
  /** The most pages that the file may have. */
  readonly mostPages: number;
}

/** What became of orders that were to be drawn. */
export interface Drawn {
  /** The bytes of the file; missing when no order has pages. */
  readonly file?: Uint8Array;
  /** What was raised for orders that cannot be drawn, by their places among the orders. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** The pages of each order until they are drawn, by its place. */
type OrderPages = Map<number, readonly PageLayout[]>;

/** Finds out which orders cannot be drawn, each alone, and leaves them out. */
async function leaveOutFailing(
  pages: OrderPages,
  format: Exclude<LabelFormat, 'zpl'>,
  failures: Map<number, unknown>,
): Promise<void> {
  for (const [place, those] of pages) {
    try {
      await renderPdf(those, format);
    } catch (error) {
      failures.set(place, error);
      pages.delete(place);
    }
  }
}

async function pdfFile(
  pages: OrderPages,
  format: Exclude<LabelFormat, 'zpl'>,
  failures: Map<number, unknown>,
): Promise<Buffer | undefined> {
  const draw = () => renderPdf([...pages.values()].flat(), format);
  try {
    return await draw();
  } catch {
    await leaveOutFailing(pages, format, failures);
    return pages.size > 0 ? draw() : undefined;
  }
}

/**
 * Draws orders into one file, in their sequence. One that cannot be drawn is left out: it does not
 * keep the others from it. Gives `undefined` when they fill more pages than the file may have.
 */
export async function drawFile(orders: Iterable<Order>, as: DrawnAs): Promise<Drawn | undefined> {
  const { documents, format, dpi, mostPages } = as;
  const failures = new Map<number, unknown>();
  const texts: Buffer[] = [];
  const pages: OrderPages = new Map();
  let place = 0;
  let count = 0;
  for (const order of orders) {
    try {
      const those = printedPages(order, as, documents);
      count += those.length;
      if (count > mostPages) return undefined;
      // Bytes, so that nothing of a layout outlives its order: collecting it costs more than drawing it.
      if (format === 'zpl') {
        const zpl = renderZpl(those, dpi);
        texts.push(Buffer.from(texts.length === 0 ? zpl : `\n${zpl}`, 'latin1'));
      } else {
        pages.set(place, those);
      }
    } catch (error) {
      failures.set(place, error);
    }
    place += 1;
  }
  if (texts.length > 0) return { file: Buffer.concat(texts), failures };
  if (format === 'zpl' || pages.size === 0) return { failures };
  const file = await pdfFile(pages, format, failures);
  return { ...(file && { file }), failures };
}
