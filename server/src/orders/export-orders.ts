import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import type { Locale } from '@portage/contract/locale';
import {
  orderCsvHeader,
  ORDERS_CSV_NAME,
  orderCsvWriter,
} from '@portage/contract/orders/order-csv';
import type { OrderFilter } from '@portage/contract/orders/order-list';
import type { Order, OrderCursor } from '@portage/contract/orders/orders';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { FileContent } from '../http/file-content.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { inTurns } from '../threads/in-turns.ts';
import { placesUnderWay } from '../throttle/places-under-way.ts';
import { listExportedDocuments } from './order-list-queries.ts';

/** Throws `too_many_exports`. */
const exportPlaces = () =>
  placesUnderWay({ ofAMerchant: 2, ofAll: 10, error: () => new ApiError('too_many_exports') });

/** Orders per query: about 900 kB, at most 90 MB. */
const PAGE = 200;

/** Milliseconds before an abandoned query is cancelled, which takes a connection. */
const PATIENCE = 250;

type ExportDeps = Pick<Deps, 'db' | 'readOrders'>;

interface Wanted {
  merchantId: string;
  filter: OrderFilter;
  locale: Locale;
  signal: AbortSignal;
}

/** Reads ahead by one page, without a transaction. */
async function* pagesOf({ readOrders }: ExportDeps, { merchantId, filter, signal }: Wanted) {
  const read = (after?: OrderCursor) => {
    const page = readOrders(merchantId, (db) =>
      listExportedDocuments(db, merchantId, { filter, limit: PAGE, after }, signal),
    );
    // May fail before the later await, which throws.
    page.catch(() => undefined);
    return page;
  };
  let reading: ReturnType<typeof read> | undefined = read();
  while (reading) {
    const page: Awaited<typeof reading> = await reading;
    reading = page.length === PAGE ? read(page.at(-1)) : undefined;
    yield page.map(({ document }) => document);
  }
}

/** The head, then the lines of a page at a time. */
async function* piecesOf(deps: ExportDeps, wanted: Wanted): AsyncGenerator<string> {
  const { merchantId, locale } = wanted;
  const { timeZone } = await getMerchant(deps.db, merchantId);
  const lineOf = orderCsvWriter(timeZone, locale);
  let piece = `${BYTE_ORDER_MARK}${orderCsvHeader}`;
  for await (const documents of pagesOf(deps, wanted)) {
    // An empty piece would end the reading of the stream.
    if (documents.length === 0) continue;
    const lines = await inTurns(documents, (document) => lineOf(JSON.parse(document) as Order));
    yield piece + lines.join('');
    piece = '';
  }
  if (piece) yield piece;
}

/** Newest first, in constant memory. A disconnect cancels. Throws `too_many_exports`. */
export function orderExports(deps: ExportDeps) {
  const takePlace = exportPlaces();

  return (merchantId: string, filter: OrderFilter, locale: Locale): FileContent => {
    const { giveBack } = takePlace(merchantId);
    const end = new AbortController();
    const pieces = piecesOf(deps, { merchantId, filter, locale, signal: end.signal });
    const file = new Readable({
      // Pages are read ahead, not pieces of the file.
      highWaterMark: 0,
      read() {
        pieces.next().then(
          ({ done, value }) => file.push(done ? null : value),
          (error: unknown) => file.destroy(error as Error),
        );
      },
      // `Readable.from` would wait for the current query.
      destroy(error, destroyed) {
        void pieces.return(undefined);
        setTimeout(() => {
          end.abort();
        }, PATIENCE);
        giveBack();
        destroyed(error);
      },
    });
    return new FileContent('text/csv; charset=utf-8', file, {
      'content-disposition': `attachment; filename="${ORDERS_CSV_NAME}"`,
    });
  };
}
