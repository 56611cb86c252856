import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { SavedAddress } from '@portage/contract/addresses';
import type { NewOrder } from '@portage/contract/new-order';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { insertSavedAddress } from './address-queries.ts';
import { searchText } from './search-text.ts';

/** Keeps the recipient of an order in the merchant's address book; the same one is kept once. */
export async function saveAddress(
  db: Executor,
  merchantId: string,
  { recipient, recipientAddress }: Pick<NewOrder, 'recipient' | 'recipientAddress'>,
  now: EpochMillis,
): Promise<void> {
  const { isBusinessAddress: _notKept, ...address } = recipientAddress;
  const saved: SavedAddress = {
    id: uuidv7({ msecs: now }),
    merchantId,
    createdAt: now,
    recipient,
    address,
  };
  const { street, unit = '', city, postalCode } = address;
  const { name, email = '', phone = '' } = recipient;
  await insertSavedAddress(db, {
    merchantId,
    id: saved.id,
    now,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([recipient, address]))
      .digest(),
    search: searchText([name, email, phone, street, unit, city, postalCode].join(' ')),
    document: JSON.stringify(saved),
  });
}
