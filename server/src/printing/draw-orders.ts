import {
  type LabelFormat,
  type PrintedDocuments,
  type PrinterResolution,
  ZPL_MEDIA_TYPE,
} from '@portage/contract/orders/labels';
import type { Order } from '@portage/contract/orders/orders';
import type { Deps } from '../deps.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { StoredOrder } from '../orders/get-order.ts';
import { ApiError } from '../api-error.ts';
import { findLogos } from './find-logos.ts';
import { printMany, printOne } from './print-threads.ts';
import type { FileLimits } from './draw-file.ts';
import type { PrintTask } from './print-worker.ts';
import { orderCan } from '@portage/contract/orders/order-permissions';
import { orderStatuses } from '@portage/contract/orders/order-status';

/** Returns the error for an order without a printable label. */
export function labelError({ orderStatus }: Pick<Order, 'orderStatus'>): ApiError | undefined {
  const permission = orderCan.printLabel({ orderStatus });
  if (permission.allowed) return undefined;
  const { reason } = permission;
  return reason === 'order_not_printable'
    ? new ApiError(reason, { status: orderStatuses[orderStatus].name })
    : new ApiError(reason);
}

/**
 * The most that one file may be. 500 orders of ten packages each are 5,000 pages, which take some ten
 * seconds and with logos up to 75 MB.
 */
const LIMITS: FileLimits = { pages: 5000, bytes: 128 * 1024 * 1024, milliseconds: 30_000 };

/** An order of more items or packages than this is drawn with the batches: it may take a second. */
const MOST_OF_A_QUICK_ORDER = 50;

export type DrawingDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'logos' | 'tariffs' | 'trackingUrl'>;

/** Documents to print and their format. */
export interface PrintWish {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
}

/** One order's document. */
export interface SingleWish extends Pick<PrintWish, 'format' | 'dpi'> {
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
}

/** Orders of a merchant, and all that their documents take. */
interface PreparedOrders {
  readonly stored: readonly StoredOrder[];
  readonly task: PrintTask;
}

interface Drawing {
  /** Missing when no order could be drawn. */
  file: { mediaType: string; content: Buffer } | undefined;
  /** The orders that could not be drawn and are not in the file: a fault of ours, which is logged. */
  failed: ReadonlySet<StoredOrder>;
}

/**
 * Reads all that a merchant's documents need. May wait some seconds for slow logos, so hold no
 * lock or turn while calling.
 */
export async function prepareOrders(
  deps: DrawingDeps,
  merchantId: string,
  stored: readonly StoredOrder[],
  { documents, format, dpi }: PrintWish,
): Promise<PreparedOrders> {
  const merchant = await getMerchant(deps.db, merchantId);
  const { name, language, timeZone } = merchant;
  const orders = stored.map(({ order }) => order);
  const task = {
    orders: stored.map(({ text }) => text),
    documents,
    format,
    dpi,
    merchant: { name, language, timeZone },
    trackingUrl: deps.trackingUrl,
    logos: await findLogos(deps, merchant, orders),
    areaByPrefix: deps.tariffs.at(deps.clock.now()).areaByPrefix,
    limits: LIMITS,
  };
  return { stored, task };
}

/**
 * Draws orders into one file, in their sequence: in threads of their own, so that other calls do not
 * wait for it. Throws `too_many_pages`, `print_too_large`, `busy` when too much is waiting, and the reason of a signal that
 * is aborted before it begins.
 */
export async function drawOrders(
  { log }: Pick<DrawingDeps, 'log'>,
  { stored, task }: PreparedOrders,
  signal?: AbortSignal,
): Promise<Drawing> {
  const print = stored.length === 1 && stored.every(isQuick) ? printOne : printMany;
  const printed = await print('printOrders', task, signal);
  if (printed.refused === 'too_many_pages') {
    throw new ApiError('too_many_pages', { limit: LIMITS.pages });
  }
  if (printed.refused) throw new ApiError(printed.refused);
  for (const [place, err] of printed.failures) {
    log.error({ err, orderId: stored[place]?.order.id }, 'an order could not be drawn');
  }
  return {
    file: printed.file && {
      mediaType: task.format === 'zpl' ? ZPL_MEDIA_TYPE : 'application/pdf',
      content: Buffer.from(printed.file.buffer, printed.file.byteOffset, printed.file.byteLength),
    },
    failed: new Set(stored.filter((_, place) => printed.failures.has(place))),
  };
}

/** Tells an order that is drawn in some milliseconds from one that others would wait for. */
const isQuick = ({ order: { orderItems, packageCount } }: StoredOrder): boolean =>
  Math.max(orderItems.length, packageCount) <= MOST_OF_A_QUICK_ORDER;

/** Draws an order that was prepared alone as `drawOrders` does. Throws `order_not_drawable`, too. */
export async function drawOrder(
  deps: Pick<DrawingDeps, 'log'>,
  prepared: PreparedOrders,
  { trackingNumber }: Pick<Order, 'trackingNumber'>,
  signal?: AbortSignal,
): Promise<NonNullable<Drawing['file']>> {
  const { file } = await drawOrders(deps, prepared, signal);
  if (!file) throw new ApiError('order_not_drawable', { trackingNumber });
  return file;
}

/** Draws an order that was prepared alone as pictures, one a page. Throws `busy`. */
export async function drawPictures({ stored, task }: PreparedOrders): Promise<Buffer[]> {
  const print = stored.every(isQuick) ? printOne : printMany;
  const pictures = await print('printPictures', task);
  return pictures.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
}
