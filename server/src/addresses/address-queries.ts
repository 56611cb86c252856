import { sql } from 'kysely';
import type { AddressCursor } from '@portage/contract/addresses/addresses';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { AddressRow } from './address-row.ts';

/** `%`, `_` and `\` of what was typed, taken literally by `like`. */
const likeLiteral = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** Which saved recipients to read: those with every word, from after a cursor. */
export interface AddressPageRequest {
  words: readonly string[];
  limit: number;
  after: AddressCursor | undefined;
}

/** Documents of the merchant's saved recipients, newest first. */
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
      sql<boolean>`(created_at, id) < (${new Date(createdAt)}, ${startAt}::uuid)`,
    );
  }
  return query.execute();
}

/** A new row of the address book. */
export interface NewAddressRow extends AddressRow {
  id: string;
}

/**
 * Adds recipients that are not saved already, and gives the ids of those added. Sorted, so that two
 * who add the same ones at once do not wait for each other.
 */
export async function insertSavedAddresses(
  db: Executor,
  merchantId: string,
  rows: readonly NewAddressRow[],
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
          fingerprint: row.fingerprint,
          search: row.search,
          document: row.document,
          name_key: row.nameKey,
          phone_key: row.phoneKey,
        })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'fingerprint']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .execute();
  return new Set(added.map(({ id }) => id));
}

/** Documents of some of the merchant's saved recipients, locked until the transaction ends. */
export async function lockSavedAddresses(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('saved_addresses')
    .select(['id', 'document'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, document }) => [id, document]));
}

/**
 * Replaces a saved recipient. Throws what `isUniqueViolation` recognizes when another one is the same,
 * also one that was saved a moment ago.
 */
export async function updateSavedAddress(
  trx: Executor,
  merchantId: string,
  { id, ...row }: NewAddressRow,
): Promise<void> {
  await trx
    .updateTable('saved_addresses')
    .set({
      fingerprint: row.fingerprint,
      search: row.search,
      document: row.document,
      name_key: row.nameKey,
      phone_key: row.phoneKey,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes saved recipients softly, and gives the ids of those that were there. */
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

/**
 * Restores deleted recipients, unless the same ones were saved again; gives the ids of those restored.
 * Throws what `isUniqueViolation` recognizes when one of them is being saved again at this moment.
 */
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
    .where('deleted.deleted_at', 'is not', null)
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
