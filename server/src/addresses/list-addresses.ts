import type { AddressListQuery } from '@portage/contract/addresses';
import type { Executor } from '../db/database.ts';
import { listSavedAddresses } from './address-queries.ts';
import { foldForSearch } from '@portage/contract/fold-for-search';

/** A page of the merchant's saved recipients: the JSON of the contract's `AddressPage`. */
export async function listAddresses(
  db: Executor,
  merchantId: string,
  { freeSearch = '', limit, startAt, createdAt }: AddressListQuery,
): Promise<string> {
  const hasCursor = startAt !== undefined && createdAt !== undefined;
  const rows = await listSavedAddresses(db, merchantId, {
    words: foldForSearch(freeSearch).split(' ').filter(Boolean),
    limit: limit + 1,
    after: hasCursor ? { startAt, createdAt } : undefined,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last
    ? `,"next":${JSON.stringify({ startAt: last.id, createdAt: last.createdAt })}`
    : '';
  return `{"addresses":[${page.map(({ document }) => document).join(',')}]${next}}`;
}
