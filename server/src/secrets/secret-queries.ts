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

/** Does nothing when another process was first. */
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

/** First bytes of values encrypted with a version. */
function headOf(version: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(version);
  return head;
}

/** Up to `limit` values of another key version, in key order, after `after`. */
export async function listEncryptedOtherwise(
  db: Executor,
  table: EncryptedTable,
  { version, limit, after }: { version: number; limit: number; after?: readonly string[] },
): Promise<StoredValue[]> {
  const column = sql.ref(ENCRYPTED_COLUMNS[table].column);
  const keys = sql.join(keyOf(table));
  const { rows } = await sql<{ key: string[]; encrypted: Buffer }>`
    select array[${sql.join(keyOf(table).map((name) => sql`${name}::text`))}] as key,
      ${column} as encrypted
    from ${sql.table(table)}
    where ${column} is not null and substring(${column} from 1 for 4) <> ${headOf(version)}
      and ${after ? sql`(${keys}) > (${sql.join(after)})` : sql`true`}
    order by ${keys} limit ${limit}`.execute(db);
  return rows.map(({ key, encrypted }) => ({ row: { table, key }, encrypted }));
}

/** Skips a value that changed concurrently. */
export async function replaceEncrypted(
  db: Executor,
  { row: { table, key }, encrypted }: StoredValue,
  replacement: Buffer,
): Promise<void> {
  const column = sql.ref(ENCRYPTED_COLUMNS[table].column);
  const isRow = keyOf(table).map((name, index) => sql`${name} = ${key[index]}`);
  await sql`
    update ${sql.table(table)} set ${column} = ${replacement}
    where ${sql.join(isRow, sql` and `)} and ${column} = ${encrypted}`.execute(db);
}

interface TokenInJob {
  jobId: string;
  merchantId: string;
  encrypted: Buffer;
}

/** Tokens of unlinked shops that wait in jobs. There are few. */
export async function listJobsEncryptedOtherwise(
  db: Executor,
  version: number,
): Promise<TokenInJob[]> {
  const { rows } = await sql<TokenInJob>`
    select "jobId", "merchantId", encrypted
    from (
      select jobs.id::text as "jobId", payload ->> 'merchantId' as "merchantId",
        decode(payload ->> 'encryptedToken', 'base64') as encrypted
      from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where identifier = 'leave-shop'
    ) as left_shops
    where substring(encrypted from 1 for 4) <> ${headOf(version)}`.execute(db);
  return rows;
}

/** Skips a job that was replaced concurrently. */
export async function replaceInJob(
  db: Executor,
  { jobId, encrypted }: TokenInJob,
  replacement: Buffer,
): Promise<void> {
  const token = { encryptedToken: replacement.toString('base64') };
  await sql`
    update graphile_worker._private_jobs
    set payload = (payload::jsonb || ${JSON.stringify(token)}::jsonb)::json
    where id = ${jobId} and decode(payload ->> 'encryptedToken', 'base64') = ${encrypted}`.execute(
    db,
  );
}
