import type { Merchant } from '@portage/contract/merchants/merchants';
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
import { labelContents } from '../labels/label-content.ts';
import { layOutLabels } from '../labels/label-layout.ts';
import { packingSlipContent } from '../packing-slips/packing-slip-content.ts';
import { layOutPackingSlip } from '../packing-slips/packing-slip-layout.ts';
import { sortCodeOf } from '../rates/service-area.ts';
import type { Tariff } from '../rates/tariff.ts';

/** Shared by all pages of a merchant. */
interface PrintedMerchant {
  readonly merchant: Pick<Merchant, 'name' | 'language' | 'timeZone'>;
  readonly trackingUrl: string;
  /** Keyed by display name; '' for orders without one. */
  readonly logos: ReadonlyMap<string, Picture>;
  readonly areaByPrefix: Tariff['areaByPrefix'];
}

/** Labels, then the packing slip, which begins a sheet: never beside another order's label. */
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

export interface DrawnAs extends PrintedMerchant {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
  readonly limits: FileLimits;
}

/** Keep one print from delaying others. */
export interface FileLimits {
  readonly pages: number;
  readonly bytes: number;
  /** Processor time of the thread, so a busy machine refuses nothing sooner. */
  readonly milliseconds: number;
}

export interface Drawn {
  /** Missing when no order has pages. */
  readonly file?: Uint8Array;
  /** Keyed by position; without recipients' data, for the log. */
  readonly failures: ReadonlyMap<number, unknown>;
  readonly refused?: 'too_many_pages' | 'print_too_large';
}

/** Exceeds bytes or time. */
class TooLarge extends Error {}

/** Throws `TooLarge` beyond the limits. */
function fileMeter({ bytes, milliseconds }: FileLimits) {
  const before = process.threadCpuUsage();
  return (bytesSoFar = 0): void => {
    const { user, system } = process.threadCpuUsage(before);
    if (bytesSoFar > bytes || (user + system) / 1000 > milliseconds) throw new TooLarge();
  };
}

type Meter = ReturnType<typeof fileMeter>;

/** Keyed by the order's position. */
type OrderPages = Map<number, readonly PageLayout[]>;

/** Draws orders one by one to find those that fail. */
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

/** Draws one file, leaving out orders that fail. Refuses files beyond the limits. */
export async function drawFile(orders: Iterable<Order>, as: DrawnAs): Promise<Drawn> {
  try {
    return await drawWithin(orders, as, fileMeter(as.limits));
  } catch (error) {
    if (error instanceof TooLarge) return { failures: new Map(), refused: 'print_too_large' };
    throw loggable(error);
  }
}

/** Drops the message, which may quote the order. */
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
      // Bytes: collecting layouts would cost more than drawing them.
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

/** One PNG a page, in sequence. */
export async function drawPictures(order: Order, as: DrawnAs): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const page of printedPages(order, as, as.documents)) pictures.push(await renderPng(page));
  return pictures;
}
