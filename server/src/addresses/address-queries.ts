import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type {
  AddressCursor,
  NewSavedAddress,
  SavedAddress,
} from '@portage/contract/addresses/addresses';
import { foldForSearch } from '@portage/contract/text';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';

/** Returns at most `most` groups of at most `largest` ids, newest first in each. */
export async function listSharedKeys(
  db: Executor,
  merchantId: string,
  key: 'name_key' | 'phone_key',
  { most, largest }: { most: number; largest: number },
): Promise<string[][]> {
  const rows = await db
    .selectFrom('saved_addresses')
    .select(
      sql<
        string[]
      >`(array_agg(id::text order by created_at desc, id desc))[1:${sql.lit(largest)}]`.as('ids'),
    )
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null)
    .where(key, 'is not', null)
    .groupBy(key)
    .having(sql<boolean>`count(*) > 1`)
    .orderBy(key)
    .limit(most)
    .execute();
  return rows.map(({ ids }) => ids);
}

export async function listAddressesOf(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<SavedAddress[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('saved_addresses')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ document }) => JSON.parse(document) as SavedAddress);
}

interface AddressRow {
  id: string;
  /** Equal for the same recipient at the same address. */
  fingerprint: Buffer;
  search: string;
  /** Folded name at its postal code. */
  nameKey: string;
  /** Null without a phone. */
  phoneKey: string | null;
  document: string;
}

function recipientKeys(
  { name, phone = '' }: { name: string; phone?: string | undefined },
  postalCode: string,
): Pick<AddressRow, 'nameKey' | 'phoneKey'> {
  return {
    nameKey: `${foldForSearch(name).replace(/[^\p{L}\p{N}]/gu, '')}|${postalCode}`,
    phoneKey: phone === '' ? null : `${phone}|${postalCode}`,
  };
}

export function addressRowOf(saved: SavedAddress): AddressRow {
  const { recipient, address } = saved;
  const { street, unit = '', city, postalCode } = address;
  const { name, email = '', phone = '' } = recipient;
  return {
    id: saved.id,
    fingerprint: fingerprintOf(saved),
    search: foldForSearch([name, email, phone, street, unit, city, postalCode].join(' ')),
    ...recipientKeys(recipient, postalCode),
    document: JSON.stringify(saved),
  };
}

/** Ignores case, accents and spaces. */
function fingerprintOf({ recipient, address }: NewSavedAddress): Buffer {
  return hash('sha256', JSON.stringify([recipient, address]), 'buffer');
}

const likeLiteral = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

export interface AddressPageRequest {
  words: readonly string[];
  limit: number;
  after: AddressCursor | undefined;
}

export function listSavedAddresses(
  db: Executor,
  merchantId: string,
  { words, limit, after }: AddressPageRequest,
) {
  let query = db
    .selectFrom('saved_addresses')
    .select(['id', 'created_at as createdAt', 'document'])
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  for (const word of words) query = query.where('search', 'like', `%${likeLiteral(word)}%`);
  if (after) {
    const { startAt, createdAt } = after;
    query = query.where(
      sql<boolean>`(created_at, id) < (${timestamp(createdAt)}, ${startAt}::uuid)`,
    );
  }
  return query.execute();
}

const columnsOf = ({ fingerprint, search, document, nameKey, phoneKey }: AddressRow) => ({
  fingerprint,
  search,
  document,
  name_key: nameKey,
  phone_key: phoneKey,
});

/** Returns the ids of new recipients. Sorted, so that concurrent calls do not deadlock. */
export async function insertSavedAddresses(
  db: Executor,
  merchantId: string,
  rows: readonly AddressRow[],
  now: EpochMillis,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const added = await db
    .insertInto('saved_addresses')
    .values(
      rows
        .toSorted((one, other) => Buffer.compare(one.fingerprint, other.fingerprint))
        .map((row) => ({
          merchant_id: merchantId,
          id: row.id,
          created_at: new Date(now),
          ...columnsOf(row),
        })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'fingerprint']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .execute();
  return new Set(added.map(({ id }) => id));
}

/** Locks the addresses until the transaction ends. */
export async function lockSavedAddresses(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, SavedAddress>> {
  const rows = await trx
    .selectFrom('saved_addresses')
    .select(['id', 'document'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as SavedAddress]));
}

/** Throws what `isUniqueViolation` recognizes when the same recipient exists or is being saved. */
export async function updateSavedAddress(
  trx: Executor,
  merchantId: string,
  row: AddressRow,
): Promise<void> {
  await trx
    .updateTable('saved_addresses')
    .set(columnsOf(row))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', row.id)
    .execute();
}

/** Deletes softly; returns the ids that existed. */
export async function deleteSavedAddresses(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
  now: EpochMillis,
): Promise<string[]> {
  const deleted = await db
    .updateTable('saved_addresses')
    .set({ deleted_at: new Date(now) })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Skips recipients saved again; returns the others. Throws as `updateSavedAddress`. */
export async function restoreSavedAddresses(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const restorable = db
    .selectFrom('saved_addresses as deleted')
    .distinctOn('deleted.fingerprint')
    .select('deleted.id')
    .where('deleted.merchant_id', '=', merchantId)
    .where('deleted.id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('saved_addresses as kept')
            .select('kept.id')
            .where('kept.merchant_id', '=', merchantId)
            .whereRef('kept.fingerprint', '=', 'deleted.fingerprint')
            .where('kept.deleted_at', 'is', null),
        ),
      ),
    );
  const restored = await db
    .updateTable('saved_addresses')
    .set({ deleted_at: null })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', restorable)
    .returning('id')
    .execute();
  return restored.map(({ id }) => id);
}

export interface KnownPerson {
  name: string;
  phone?: string | undefined;
  addresses: readonly { postalCode: string }[];
}

/** Matches name or phone at the postal code, deleted recipients too. */
function ofPersons(persons: readonly KnownPerson[]) {
  const keys = persons.flatMap((person) =>
    person.addresses.map(({ postalCode }) => recipientKeys(person, postalCode)),
  );
  const names = keys.map(({ nameKey }) => nameKey);
  const phones = keys.flatMap(({ phoneKey }) => phoneKey ?? []);
  const isTheirs = sql`(name_key = any(${names}::text[]) or phone_key = any(${phones}::text[]))`;
  // In two parts, so that each has its index.
  return sql<boolean>`(deleted_at is null and ${isTheirs} or deleted_at is not null and ${isTheirs})`;
}

export async function listRecipientsOf(
  db: Executor,
  merchantId: string,
  persons: readonly KnownPerson[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_addresses')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where(ofPersons(persons))
    .execute();
  return rows.map(({ document }) => document);
}

/** Cannot be undone. */
export async function deleteRecipientsOf(
  trx: Executor,
  merchantId: string,
  persons: readonly KnownPerson[],
): Promise<void> {
  await trx
    .deleteFrom('saved_addresses')
    .where('merchant_id', '=', merchantId)
    .where(ofPersons(persons))
    .execute();
}
