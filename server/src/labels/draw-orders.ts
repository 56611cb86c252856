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
import { printMany, printOne } from './print-threads.ts';

/** The most pages of one file: 500 orders of ten packages each, some 30 MB as a PDF. */
const MOST_PAGES = 5000;

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
  { db, trackingUrl }: Pick<Deps, 'db' | 'trackingUrl'>,
  merchantId: string,
  orders: readonly StoredOrder[],
  wish: PrintWish,
): Promise<{ mediaType: string; content: Buffer }> {
  const { name, language, timeZone } = await getMerchant(db, merchantId);
  const print = orders.length === 1 ? printOne : printMany;
  const bytes = await print('printOrders', {
    ...wish,
    orders: orders.map(({ text }) => text),
    merchant: { name, language, timeZone },
    trackingUrl,
    logos: new Map(),
    mostPages: MOST_PAGES,
  });
  if (!bytes) throw tooManyPages(MOST_PAGES);
  return {
    mediaType: wish.format === 'zpl' ? ZPL_MEDIA_TYPE : 'application/pdf',
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
}
