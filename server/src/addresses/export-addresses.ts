import { Readable } from 'node:stream';
import {
  ADDRESSES_CSV_NAME,
  addressCsvHeader,
  addressCsvLine,
} from '@portage/contract/address-csv';
import type { AddressCursor, SavedAddress } from '@portage/contract/addresses';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import type { Database } from '../db/database.ts';
import { FileContent } from '../http/file-content.ts';
import { ApiError } from '../api-error.ts';
import { placesUnderWay } from '../throttle/places-under-way.ts';
import { listSavedAddresses } from './address-queries.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';

/** How many are read at once. */
const PAGE = 500;

async function* piecesOf(db: Database, merchantId: string, words: readonly string[]) {
  yield `${BYTE_ORDER_MARK}${addressCsvHeader}`;
  let after: AddressCursor | undefined;
  do {
    const page = await listSavedAddresses(db, merchantId, { words, limit: PAGE, after });
    const last = page.length === PAGE ? page.at(-1) : undefined;
    after = last && { startAt: last.id, createdAt: last.createdAt };
    yield page.map(({ document }) => addressCsvLine(JSON.parse(document) as SavedAddress)).join('');
  } while (after);
}

/**
 * What exports the address book as CSV (address-csv.ts), newest first, a page at a time as it is
 * taken. Raises `too_many_exports`.
 */
export function addressExports(db: Database) {
  const takePlace = placesUnderWay({
    ofAMerchant: 2,
    ofAll: 10,
    error: () => new ApiError('too_many_exports'),
  });

  return (merchantId: string, freeSearch = ''): FileContent => {
    const { giveBack } = takePlace(merchantId);
    const file = Readable.from(
      piecesOf(db, merchantId, foldForSearch(freeSearch).split(' ').filter(Boolean)),
    );
    file.once('close', giveBack);
    return new FileContent('text/csv; charset=utf-8', file, {
      'content-disposition': `attachment; filename="${ADDRESSES_CSV_NAME}"`,
    });
  };
}
