import {
  orderExportEndpoints,
  ORDERS_CSV_NAME,
  orderCsvHeader,
  orderCsvWriter,
} from '@portage/contract/orders/order-csv';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import type { Order, OrderCount } from '@portage/contract/orders/orders';
import { i18n, currentLocale } from '../../i18n/i18n.ts';
import { download, saveFile } from '../../lib/download.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { currentSession } from '../../lib/session.ts';
import type { ListedOrders } from '../../order/order-calls.ts';
import { type ExportUnderWay, runExport } from './export-run.ts';
import { fetchOrders, readSelected } from '../order-selection.ts';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';

const QUOTE = 34;
const LINE_FEED = 10;

/** By pieces, without the header; line breaks in quotes do not count. */
export function rowCounter(): (piece: Uint8Array) => number {
  let rows = -1;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}

/** Timestamps are in the time zone (spec 1 §9). */
export function csvOf(orders: readonly Order[], timeZone: string | undefined): Blob {
  const lines = orders.map(orderCsvWriter(timeZone, currentLocale()));
  return new Blob([BYTE_ORDER_MARK, orderCsvHeader, ...lines], { type: 'text/csv' });
}

/** With the number of orders that were gone. */
interface ExportedFile {
  readonly file: Blob;
  readonly orders: number;
  readonly gone: number;
}

/** Written here, from loaded orders where possible. */
export function exportSelected(
  selected: readonly OrderSummary[],
  loaded: readonly Order[],
  timeZone: string | undefined,
): Promise<void> {
  const total = selected.length;
  return save(total, async ({ signal, onProgress }) => {
    const orders = await readSelected(selected, {
      loaded: new Map(loaded.map((order) => [order.id, order])),
      fetchOrders: (ids) => fetchOrders(ids, signal),
      onProgress: (count) => onProgress({ orders: count, total, bytes: undefined }),
    });
    const file = csvOf(orders, timeZone);
    return { file, orders: orders.length, gone: total - orders.length };
  });
}

/** Written by the server. */
export function exportMatching(
  query: ListedOrders,
  matching: OrderCount | undefined,
): Promise<void> {
  const total = matching?.hasMore ? undefined : matching?.count;
  return save(total, async ({ signal, onProgress }) => {
    const countRows = rowCounter();
    let orders = 0;
    let bytes = 0;
    const file = await download(
      orderExportEndpoints.export,
      { query },
      {
        signal,
        onPiece(piece) {
          orders = countRows(piece);
          bytes += piece.byteLength;
          onProgress({ orders, total, bytes });
        },
      },
    );
    return { file, orders, gone: 0 };
  });
}

/** Never saves an incomplete file. */
async function save(
  total: number | undefined,
  make: (underWay: ExportUnderWay) => Promise<ExportedFile>,
): Promise<void> {
  try {
    const { file, orders, gone } = await runExport(total, make);
    saveFile(file, ORDERS_CSV_NAME);
    notifySuccess({
      about: 'orders',
      title: i18n.t('orders:export.saved', { count: orders }),
      message: gone > 0 ? i18n.t('orders:export.gone', { count: gone }) : ORDERS_CSV_NAME,
    });
  } catch (error) {
    explain(error);
  }
}

function explain(error: unknown): void {
  if (!currentSession()) return;
  if (error instanceof DOMException && error.name === 'AbortError') {
    const [title, message] = [i18n.t('orders:export.cancelled'), i18n.t('orders:export.noFile')];
    notifySuccess({ about: 'orders', title, message });
    return;
  }
  const reason = error instanceof Error ? error.message : '';
  notifyError({
    title: i18n.t('orders:export.failed'),
    message: `${reason} ${i18n.t('orders:export.noFile')}`,
    cause: error,
  });
}
