import { sql } from 'kysely';
import { takeLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';

/** A user, or without a username the whole merchant. */
export interface NameOwner {
  merchantId: string;
  username?: string;
}

export interface NamedRow {
  id: string;
  /** Folded. */
  nameKey: string;
  /** JSON. */
  document: string;
}

const LOCKS = { order_views: 'order views', package_presets: 'package presets' } as const;
export type NamedTable = keyof typeof LOCKS;

/** Types the columns common to both tables. */
const alike = (table: NamedTable) => table as 'package_presets';

const isOf = ({ username }: NameOwner) =>
  username === undefined ? sql<boolean>`true` : sql<boolean>`username = ${username}`;

/** In the order of keys. */
export function listNamed(db: Executor, table: NamedTable, owner: NameOwner): Promise<NamedRow[]> {
  return db
    .selectFrom(alike(table))
    .select(['id', 'name_key as nameKey', 'document'])
    .where('merchant_id', '=', owner.merchantId)
    .where(isOf(owner))
    .orderBy('name_key')
    .execute();
}

/** Locks against new names until the transaction ends. */
export async function lockNamed(
  trx: Executor,
  table: NamedTable,
  owner: NameOwner,
): Promise<NamedRow[]> {
  const { merchantId, username } = owner;
  await takeLock(trx, LOCKS[table], merchantId, ...(username === undefined ? [] : [username]));
  return listNamed(trx, table, owner);
}

export async function insertNamed(
  trx: Executor,
  table: NamedTable,
  { merchantId, ...owner }: NameOwner,
  { id, nameKey, document }: NamedRow,
): Promise<void> {
  const row = { merchant_id: merchantId, ...owner, id, name_key: nameKey, document };
  await trx.insertInto(alike(table)).values(row).execute();
}

/** False when it was deleted. */
export async function updateNamed(
  trx: Executor,
  table: NamedTable,
  owner: NameOwner,
  { id, nameKey, document }: NamedRow,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(alike(table))
    .set({ name_key: nameKey, document })
    .where('merchant_id', '=', owner.merchantId)
    .where(isOf(owner))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there is none. */
export async function deleteNamed(
  db: Executor,
  table: NamedTable,
  owner: NameOwner,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(alike(table))
    .where('merchant_id', '=', owner.merchantId)
    .where(isOf(owner))
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
