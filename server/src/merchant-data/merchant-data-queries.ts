import { sql } from 'kysely';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Executor } from '../db/database.ts';
import { OUR_NAMESPACE } from '../db/tables.ts';

/** A table with rows of merchants, as the catalogue knows it. */
export interface MerchantTable {
  name: string;
  /** Columns of the primary key. */
  key: string[];
  /** Omits secrets: hashes and encrypted values. */
  readable: string[];
  /** Begins its key with the merchant; others stay on a cluster's coordinator. */
  isOwned: boolean;
}

/** Lists tables by name, also those of new features. */
export async function listMerchantTables(db: Executor): Promise<MerchantTable[]> {
  const { rows } = await sql<Omit<MerchantTable, 'isOwned'>>`
    select relname as name, array(
        select attname::text
        from pg_index, unnest(indkey::int2[]) with ordinality as part(number, place)
        join pg_attribute on attnum = number
        where indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid
        order by place
      ) as key, array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and atttypid <> 'bytea'::regtype and attname !~ '(_hash|^encrypted_.*)$'
        order by attnum
      ) as readable
    from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = ${sql.raw(OUR_NAMESPACE)}
      and exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'merchant_id'
      )
    order by relname`.execute(db);
  return rows.map((table) => ({ ...table, isOwned: table.key[0] === 'merchant_id' }));
}

export async function countRowsOf(
  db: Executor,
  merchantId: string,
  { name }: MerchantTable,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${sql.table(name)}
    where merchant_id = ${merchantId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns their number. Without a key it deletes all of them. */
export async function deleteRowsOf(
  db: Executor,
  merchantId: string,
  { name, key }: MerchantTable,
  most: number,
): Promise<number> {
  const table = sql.table(name);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const some = sql`and (${columns}) in (
    select ${columns} from ${table} where merchant_id = ${merchantId} limit ${sql.lit(most)}
  )`;
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where merchant_id = ${merchantId} ${key.length > 0 ? some : sql``}
  `.execute(db);
  return Number(numAffectedRows);
}

/** A row a line, in JSON, for `copy`. */
export function copyRows({ name, key, readable, isOwned }: MerchantTable, merchantId: string) {
  const named = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ');
  const rows = `select ${named(readable)} from ${escapeIdentifier(name)}
    where merchant_id = ${escapeLiteral(merchantId)} ${isOwned ? `order by ${named(key)}` : ''}`;
  // JSON has no such characters, so that its lines are neither quoted nor escaped.
  return `copy (select row_to_json(one) from (${rows}) as one) to stdout
    with (format csv, quote e'\\x01', delimiter e'\\x02', encoding 'UTF8')`;
}
