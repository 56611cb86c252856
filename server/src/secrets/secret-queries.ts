import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { ENCRYPTED_COLUMNS, type EncryptedRow, type EncryptedTable } from './secrets.ts';

export async function findSecret(db: Executor, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('secrets')
    .select('encrypted_value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.encrypted_value;
}

/** Unless another process was first. */
export async function insertSecret(
  db: Executor,
  name: string,
  encryptedValue: Buffer,
): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name, encrypted_value: encryptedValue })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

interface StoredValue {
  row: EncryptedRow;
  encrypted: Buffer;
}

const keyOf = (table: EncryptedTable) => ENCRYPTED_COLUMNS[table].key.map((name) => sql.ref(name));

/** Up to `limit` values encrypted with another version. */
export async function listEncryptedOtherwise(
  db: Executor,
  table: EncryptedTable,
  { version, limit }: { version: number; limit: number },
): Promise<StoredValue[]> {
  const column = sql.ref(ENCRYPTED_COLUMNS[table].column);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(version);
  const { rows } = await sql<{ key: string[]; encrypted: Buffer }>`
    select array[${sql.join(keyOf(table).map((name) => sql`${name}::text`))}] as key,
      ${column} as encrypted
    from ${sql.table(table)}
    where ${column} is not null and substring(${column} from 1 for 4) <> ${head}
    limit ${limit}`.execute(db);
  return rows.map(({ key, encrypted }) => ({ row: { table, key }, encrypted }));
}

/** Unless it changed concurrently. */
export async function replaceEncrypted(
  db: Executor,
  { row: { table, key }, encrypted }: StoredValue,
  replacement: Buffer,
): Promise<void> {
  const column = sql.ref(ENCRYPTED_COLUMNS[table].column);
  const isRow = keyOf(table).map((name, index) => sql`${name}::text = ${key[index]}`);
  await sql`
    update ${sql.table(table)} set ${column} = ${replacement}
    where ${sql.join(isRow, sql` and `)} and ${column} = ${encrypted}`.execute(db);
}
