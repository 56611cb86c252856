import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useCommandLine } from '../testing/use-command-line.ts';
import { listMerchantOwnedTables } from './distribute-tables.ts';

const { db } = useCommandLine();

interface Key {
  table: string;
  name: string;
  columns: string[];
  target: string | null;
}

async function listKeys(): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select
      indrelid::regclass::text as table, indexrelid::regclass::text as name, null as target,
      array(
        select attname::text from unnest(indkey::int2[]) with ordinality as part(number, place)
        join pg_attribute on attrelid = indrelid and attnum = number order by place
      ) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace
    union all
    select
      conrelid::regclass::text, conname::text, confrelid::regclass::text,
      array(
        select attname::text from unnest(conkey) with ordinality as part(number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place
      )
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db());
  return rows;
}

const nameOf = ({ table, name, columns }: Key) => `${table}: ${name} (${columns.join(', ')})`;

test('every key of a table that belongs to merchants begins with the merchant', async () => {
  const owned = await listMerchantOwnedTables(db());
  expect(owned).toContain('orders');
  const keys = (await listKeys()).filter(({ table }) => owned.includes(table));
  expect(keys.length).toBeGreaterThan(owned.length);
  expect(keys.filter(({ columns }) => columns[0] !== 'merchant_id').map(nameOf)).toEqual([]);
});

test('tables of merchants and others refer only to what is placed with them', async () => {
  const owned = await listMerchantOwnedTables(db());
  const keys = await listKeys();
  const beyond = keys.filter(({ table, target }) => {
    const isFine = target === null || target === 'merchants' || owned.includes(target);
    return owned.includes(table) && !isFine;
  });
  expect(beyond.map(nameOf)).toEqual([]);
  // Older clusters copied merchants.
  const toOwned = keys.filter(({ table, target }) => {
    return target !== null && [...owned, 'merchants'].includes(target) && !owned.includes(table);
  });
  expect(toOwned.map(nameOf)).toEqual([]);
});

test('tables that know a merchant and stay on the coordinator lead to the merchant', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'merchant_id'
    order by relname`.execute(db());
  const owned = await listMerchantOwnedTables(db());
  // Looked up before the merchant is known, or not about one merchant alone. A new table belongs here
  // only for such a reason: otherwise its primary key begins with merchant_id.
  expect(rows.map(({ name }) => name).filter((name) => !owned.includes(name))).toEqual([
    'feature_flags',
    'merchants',
    'order_positions',
    'security_events',
    'shipstation_keys',
    'shop_merchants',
    'shop_owners',
    'sign_up_requests',
    'tracking_numbers',
    'users',
  ]);
});

test('tracking numbers, which lead to merchants on every call, refer to no table', async () => {
  const keys = (await listKeys()).filter(({ table }) => table === 'tracking_numbers');
  expect(keys.filter(({ target }) => target !== null)).toEqual([]);
});
