import {
  type LabelFormat,
  type PrintedDocuments,
  type PrinterResolution,
  ZPL_MEDIA_TYPE,
} from '@portage/contract/orders/labels';
import { orderCan, orderStatuses } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { findLogos } from '../logos/find-logo.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { StoredOrder } from '../orders/get-order.ts';
import type { FileLimits } from './draw-file.ts';
import { printMany, printOne } from './print-threads.ts';
import type { PrintTask } from './print-worker.ts';

/** Undefined for printable labels. */
export function labelError({ orderStatus }: Pick<Order, 'orderStatus'>): ApiError | undefined {
  const permission = orderCan.printLabel({ orderStatus });
  if (permission.allowed) return undefined;
  const { reason } = permission;
  return reason === 'order_not_printable'
    ? new ApiError(reason, { status: orderStatuses[orderStatus].name })
    : new ApiError(reason);
}

/** 500 orders of ten packages: 5,000 pages, ten seconds, 75 MB with logos. */
const LIMITS: FileLimits = { pages: 5000, bytes: 128 * 1024 * 1024, milliseconds: 30_000 };

/** Items or packages of an order that draws within a second; larger ones join the batches. */
const MOST_OF_A_QUICK_ORDER = 50;

export type DrawingDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'logos' | 'tariffs' | 'trackingUrl'>;

export interface PrintWish {
  readonly documents: PrintedDocuments;
  readonly format: LabelFormat;
  readonly dpi: PrinterResolution;
}

export interface SingleWish extends Pick<PrintWish, 'format' | 'dpi'> {
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
}

/** Orders with everything their documents need. */
export interface PreparedOrders {
  readonly stored: readonly StoredOrder[];
  readonly task: PrintTask;
}

interface Drawing {
  /** Missing when none could be drawn. */
  file: { mediaType: string; content: Buffer } | undefined;
  /** Orders left out by a logged fault of ours. */
  failed: ReadonlySet<StoredOrder>;
}

/** May wait seconds for slow logos: hold no lock or turn. */
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

/** In other threads. Throws `too_many_pages`, `print_too_large`, `busy` and the signal's reason. */
export async function drawOrders(
  { log }: Pick<DrawingDeps, 'log'>,
  { stored, task }: PreparedOrders,
  signal?: AbortSignal,
): Promise<Drawing> {
  const print = stored.length === 1 && stored.every(isQuick) ? printOne : printMany;
  const printed = await print('printOrders', task, { signal });
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

/** Draws in milliseconds. */
const isQuick = ({ order: { orderItems, packageCount } }: StoredOrder): boolean =>
  Math.max(orderItems.length, packageCount) <= MOST_OF_A_QUICK_ORDER;

/** Throws as `drawOrders` does, and `order_not_drawable`. */
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

/** One picture a page. Throws `busy`. */
export async function drawPictures({ stored, task }: PreparedOrders): Promise<Buffer[]> {
  const print = stored.every(isQuick) ? printOne : printMany;
  const pictures = await print('printPictures', task);
  return pictures.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
}
