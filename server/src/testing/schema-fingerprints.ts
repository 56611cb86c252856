import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Fingerprints of the tables and functions of a schema, by name: of columns in sequence with defaults
 * and storage, constraints, indexes, statistics and triggers.
 */
export async function fingerprintsOf(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; fingerprint: string }>`
    with parts (name, part) as (
      select relname, concat_ws(' ', 'table', relpersistence, reloptions)
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
        and relnamespace = 'public'::regnamespace
      union all
      select relname, concat_ws(' ', 'column', lpad(column_number::text, 3, '0'), attname,
        format_type(atttypid, atttypmod), attnotnull, attstorage, attidentity, attgenerated,
        pg_get_expr(adbin, adrelid))
      from (
        select *, row_number() over (partition by attrelid order by attnum) as column_number
        from pg_attribute where attnum > 0 and not attisdropped
      ) as columns
      join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      union all
      select relname, concat_ws(' ', 'constraint', conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype <> 'n' and relnamespace = 'public'::regnamespace
      union all
      select relname, concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, (
        select string_agg(coalesce(attstattarget, -1)::text, ',' order by attnum)
        from pg_attribute where attrelid = indexrelid))
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace
      union all
      select relname, pg_get_statisticsobjdef(pg_statistic_ext.oid)
      from pg_statistic_ext join pg_class on pg_class.oid = stxrelid
      where relnamespace = 'public'::regnamespace
      union all
      select relname, pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
      union all
      select proname || '()', pg_get_functiondef(pg_proc.oid)
      from pg_proc where pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select 'extensions', extname from pg_extension where extname in ('pg_trgm', 'btree_gin')
    )
    select name, left(md5(string_agg(part, e'\n' order by part collate "C")), 12) as fingerprint
    from parts where name not like 'kysely%' group by name order by name collate "C"`.execute(db);
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}
