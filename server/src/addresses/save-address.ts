import { v7 as uuidv7 } from 'uuid';
import { type NewSavedAddress, SavedAddress } from '@portage/contract/addresses/addresses';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import type { NewOrder } from '@portage/contract/orders/new-order';
import { foldForSearch } from '@portage/contract/text';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import { once } from '../idempotency/once.ts';
import {
  addressRowOf,
  deleteRecipientsOf,
  insertSavedAddresses,
  type KnownPerson,
  listRecipientsOf,
  listSavedAddresses,
} from './address-queries.ts';

const MOST_STREETS = 3;

/** Shorter texts match too many addresses. */
const FEWEST_CHARACTERS = 3;

/** Finds streets of saved recipients by a typed address line, newest first. */
export async function findSavedStreets(
  db: Executor,
  merchantId: string,
  text: string,
): Promise<PlaceSuggestion[]> {
  const folded = foldForSearch(text);
  if (folded.length < FEWEST_CHARACTERS) return [];
  const words = folded.split(/[ ,]+/).filter(Boolean);
  // Several recipients may share a street.
  const page = { words, limit: MOST_STREETS * 4, after: undefined };
  const rows = await listSavedAddresses(db, merchantId, page);
  const suggestions = rows.map(({ document }): [string, PlaceSuggestion] => {
    const { address } = SavedAddress.parse(JSON.parse(document));
    const { number, street, city, province, postalCode, country } = address;
    const line = [number, street].filter(Boolean).join(' ');
    const label = `${line}, ${city}, ${province} ${postalCode}`;
    return [label, { label, address: { street: line, city, province, postalCode, country } }];
  });
  // Drops matches by name.
  const streets = suggestions.filter(([label]) =>
    words.every((word) => foldForSearch(label).includes(word)),
  );
  return [...new Map(streets).values()].slice(0, MOST_STREETS);
}

export function newSavedAddress(
  merchantId: string,
  { recipient, address }: NewSavedAddress,
  now: EpochMillis,
): SavedAddress {
  return { id: uuidv7({ msecs: now }), merchantId, createdAt: now, recipient, address };
}

/** Saves recipients of orders in one statement, without duplicates. */
export async function saveAddresses(
  db: Executor,
  merchantId: string,
  orders: readonly Pick<NewOrder, 'recipient' | 'recipientAddress'>[],
  now: EpochMillis,
): Promise<void> {
  const rows = orders.map(({ recipient, recipientAddress }) => {
    const { isBusinessAddress: _notKept, ...address } = recipientAddress;
    return addressRowOf(newSavedAddress(merchantId, { recipient, address }, now));
  });
  await insertSavedAddresses(db, merchantId, rows, now);
}

/** Returns its JSON. Throws `address_saved_already`. */
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
      const row = addressRowOf(newSavedAddress(merchantId, body, now));
      const added = await insertSavedAddresses(trx, merchantId, [row], now);
      if (added.size === 0) throw new ApiError('address_saved_already');
      return row.document;
    }),
  );
}

export async function findSavedRecipients(
  db: Executor,
  merchantId: string,
  persons: readonly KnownPerson[],
): Promise<SavedAddress[]> {
  const documents = await listRecipientsOf(db, merchantId, persons);
  return documents.map((document) => SavedAddress.parse(JSON.parse(document)));
}

export async function eraseSavedRecipients(
  trx: Executor,
  merchantId: string,
  persons: readonly KnownPerson[],
): Promise<void> {
  if (persons.length > 0) await deleteRecipientsOf(trx, merchantId, persons);
}
