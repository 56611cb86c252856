import type {
  LabelFormat,
  PrintedDocuments,
  PrinterResolution,
} from '@portage/contract/orders/labels';
import type { Order } from '@portage/contract/orders/orders';
import type { PageLayout, Picture } from '../drawing/layout-items.ts';
import { renderPdf } from '../drawing/render-pdf.ts';
import { renderPng } from '../drawing/render-png.ts';
import { renderZpl } from '../drawing/render-zpl.ts';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { packingSlipContent } from '../packing-slips/packing-slip-content.ts';
import { layOutPackingSlip } from '../packing-slips/packing-slip-layout.ts';
import { sortCodeOf } from '../rates/service-area.ts';
import type { Tariff } from '../rates/tariff.ts';
import { labelContents } from '../labels/label-content.ts';
import { layOutLabels } from '../labels/label-layout.ts';

/** Values that each page of a merchant shows. */
interface PrintedMerchant {
  readonly merchant: Pick<Merchant, 'name' | 'language' | 'timeZone'>;
  /** Base address of the tracking site's order pages. */
  readonly trackingUrl: string;
  /** Logos by the display name of orders; orders without a display name have that of ''. */
  readonly logos: ReadonlyMap<string, Picture>;
  /** The sorting zones of postal codes, by prefix. */
  readonly areaByPrefix: Tariff['areaByPrefix'];
}

/**
 * The pages of an order: its labels, one a package, then the packing slip that goes with them. Where
 * an order has both, it begins a sheet: a label never stands beside the slip of another order.
 */
function printedPages(
  order: Order,
  { merchant, trackingUrl, logos, areaByPrefix }: PrintedMerchant,
  documents: PrintedDocuments,
): PageLayout[] {
  const logo = logos.get(order.merchantDisplayName ?? '');
  const labels = () => {
    const sortCode = sortCodeOf({ areaByPrefix }, order.recipientAddress.postalCode);
    return layOutLabels(labelContents(order, merchant, trackingUrl, sortCode, logo));
  };
  const slip = () => layOutPackingSlip(packingSlipContent(order, merchant, logo));
  if (documents === 'labels') return labels();
  if (documents === 'packingSlips') return slip();
  return [...labels(), ...slip()].map((page, index) =>
    index === 0 ? { ...page, beginsSheet: true } : page,
  );
}

/** Orders to draw, with their format. */
export interface DrawnAs extends PrintedMerchant {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
  readonly limits: FileLimits;
}

/** Bounds of a file, so that one print does not delay the others. */
export interface FileLimits {
  readonly pages: number;
  readonly bytes: number;
  /** Of the thread's processor time: a machine that is busy refuses nothing sooner. */
  readonly milliseconds: number;
}

/** Result of drawing: the file and the failed orders. */
export interface Drawn {
  /** The bytes of the file; missing when no order has pages. */
  readonly file?: Uint8Array;
  /** Errors of orders that cannot be drawn, by their places; without recipients' data, to be logged. */
  readonly failures: ReadonlyMap<number, unknown>;
  /** Set when the file would exceed its limits. */
  readonly refused?: 'too_many_pages' | 'print_too_large';
}

/** A file became larger than it may be, or takes longer. */
class TooLarge extends Error {}

/** Measures what a file takes, and throws `TooLarge` once it is more than it may. */
function fileMeter({ bytes, milliseconds }: FileLimits) {
  const before = process.threadCpuUsage();
  return (bytesSoFar = 0): void => {
    const { user, system } = process.threadCpuUsage(before);
    if (bytesSoFar > bytes || (user + system) / 1000 > milliseconds) throw new TooLarge();
  };
}

type Meter = ReturnType<typeof fileMeter>;

/** The pages of each order until they are drawn, by its place. */
type OrderPages = Map<number, readonly PageLayout[]>;

/** Finds out which orders cannot be drawn, each alone, and leaves them out. */
async function leaveOutFailing(
  pages: OrderPages,
  { format, meter }: PdfDrawing,
  failures: Map<number, unknown>,
): Promise<void> {
  for (const [place, those] of pages) {
    try {
      await renderPdf(those, format, meter);
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      failures.set(place, loggable(error));
      pages.delete(place);
    }
  }
}

/** Draws pages of a PDF. */
interface PdfDrawing {
  readonly format: Exclude<LabelFormat, 'zpl'>;
  readonly meter: Meter;
}

async function pdfFile(
  pages: OrderPages,
  drawing: PdfDrawing,
  failures: Map<number, unknown>,
): Promise<Buffer | undefined> {
  const { format, meter } = drawing;
  const draw = () => renderPdf([...pages.values()].flat(), format, meter);
  try {
    return await draw();
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    await leaveOutFailing(pages, drawing, failures);
    return pages.size > 0 ? draw() : undefined;
  }
}

/**
 * Draws orders into one file, in their sequence. One that cannot be drawn is left out: it does not
 * keep the others from it. A file that would be more than its limits is refused.
 */
export async function drawFile(orders: Iterable<Order>, as: DrawnAs): Promise<Drawn> {
  try {
    return await drawWithin(orders, as, fileMeter(as.limits));
  } catch (error) {
    if (error instanceof TooLarge) return { failures: new Map(), refused: 'print_too_large' };
    throw loggable(error);
  }
}

/** Drops the message of an error, which may quote the order; its type and frames are kept. */
function loggable(error: unknown): Error {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const bare = new Error(`${name} while drawing`);
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  bare.stack = [`${bare.name}: ${bare.message}`, ...frames].join('\n');
  return bare;
}

async function drawWithin(orders: Iterable<Order>, as: DrawnAs, meter: Meter): Promise<Drawn> {
  const { documents, format, dpi, limits } = as;
  const failures = new Map<number, unknown>();
  const texts: Buffer[] = [];
  const pages: OrderPages = new Map();
  let place = 0;
  let count = 0;
  let bytes = 0;
  for (const order of orders) {
    meter(bytes);
    try {
      const those = printedPages(order, as, documents);
      count += those.length;
      if (count > limits.pages) return { failures, refused: 'too_many_pages' };
      // Bytes, so that nothing of a layout outlives its order: collecting it costs more than drawing it.
      if (format === 'zpl') {
        const zpl = renderZpl(those, dpi);
        texts.push(Buffer.from(texts.length === 0 ? zpl : `\n${zpl}`, 'latin1'));
        bytes += zpl.length;
      } else {
        pages.set(place, those);
      }
    } catch (error) {
      failures.set(place, loggable(error));
    }
    place += 1;
  }
  meter(bytes);
  if (texts.length > 0) return { file: Buffer.concat(texts), failures };
  if (format === 'zpl' || pages.size === 0) return { failures };
  const file = await pdfFile(pages, { format, meter }, failures);
  meter(file?.length);
  return { ...(file && { file }), failures };
}

/** Draws each page of an order as a PNG of its own, in their sequence. */
export async function drawPictures(order: Order, as: DrawnAs): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const page of printedPages(order, as, as.documents)) pictures.push(await renderPng(page));
  return pictures;
}
