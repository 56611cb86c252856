import {
  type LabelFormat,
  type PrintedDocuments,
  type PrinterResolution,
  ZPL_MEDIA_TYPE,
} from '@portage/contract/labels';
import type { Deps } from '../deps.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { StoredOrder } from '../orders/find-orders.ts';
import { tooManyPages } from '../refusals.ts';
import { findLogos } from './find-logos.ts';
import { printMany, printOne } from './print-threads.ts';

/** The most pages of one file: 500 orders of ten packages each. */
const MOST_PAGES = 5000;

/** What drawing works with. */
export type DrawingDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'logos' | 'trackingUrl'>;

/** What is printed of orders, and how. */
export interface PrintWish {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
}

/**
 * One file that prints orders of a merchant, in their sequence. It is drawn in threads of its own, so
 * that other calls do not wait for it. Raises `tooManyPages`, and `busy` when too much is waiting.
 */
export async function drawOrders(
  deps: DrawingDeps,
  merchantId: string,
  stored: readonly StoredOrder[],
  { documents, format, dpi }: PrintWish,
): Promise<{ mediaType: string; content: Buffer }> {
  const merchant = await getMerchant(deps.db, merchantId);
  const { name, language, timeZone } = merchant;
  const orders = stored.map(({ order }) => order);
  const print = stored.length === 1 ? printOne : printMany;
  const bytes = await print('printOrders', {
    orders: stored.map(({ text }) => text),
    documents,
    format,
    dpi,
    merchant: { name, language, timeZone },
    trackingUrl: deps.trackingUrl,
    logos: await findLogos(deps, merchant, orders),
    mostPages: MOST_PAGES,
  });
  if (!bytes) throw tooManyPages(MOST_PAGES);
  return {
    mediaType: format === 'zpl' ? ZPL_MEDIA_TYPE : 'application/pdf',
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
}
