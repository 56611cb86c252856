import { v7 as uuidv7 } from 'uuid';
import type { NewSavedAddress, SavedAddress } from '@portage/contract/addresses/addresses';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { ApiError } from '../api-error.ts';
import type { Session } from '../sessions/identity.ts';
import { insertSavedAddresses } from './address-queries.ts';
import { addressRowOf } from './address-row.ts';

/** A recipient as it will be stored. */
export function newSavedAddress(
  merchantId: string,
  { recipient, address }: NewSavedAddress,
  now: EpochMillis,
): SavedAddress {
  return { id: uuidv7({ msecs: now }), merchantId, createdAt: now, recipient, address };
}

/** Saves the recipients of orders in the address book, in one statement; the same one is kept once. */
export async function saveAddresses(
  db: Executor,
  merchantId: string,
  orders: readonly Pick<NewOrder, 'recipient' | 'recipientAddress'>[],
  now: EpochMillis,
): Promise<void> {
  const rows = orders.map(({ recipient, recipientAddress }) => {
    const { isBusinessAddress: _notKept, ...address } = recipientAddress;
    const saved = newSavedAddress(merchantId, { recipient, address }, now);
    return { id: saved.id, ...addressRowOf(saved) };
  });
  await insertSavedAddresses(db, merchantId, rows, now);
}

/** Saves a recipient that somebody typed in; gives its JSON. Throws `address_saved_already`. */
export function createAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId }: Session,
  body: NewSavedAddress,
  idempotencyKey: string | undefined,
): Promise<string> {
  const now = clock.now();
  const request = { merchantId, key: idempotencyKey, call: 'POST /orders/addresses', body, now };
  return db.transaction().execute((trx) =>
    once(trx, request, async () => {
      const saved = newSavedAddress(merchantId, body, now);
      const row = { id: saved.id, ...addressRowOf(saved) };
      const added = await insertSavedAddresses(trx, merchantId, [row], now);
      if (added.size === 0) throw new ApiError('address_saved_already');
      return row.document;
    }),
  );
}
