import { createHmac } from 'node:crypto';
import pg from 'pg';
import { PORTAGE } from './postgres-cluster.ts';

/** Owns the database; no superuser. */
const ROLE = 'portage_owner';

/** Takes the superuser's address. */
export function addressOfRole(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  url.password = createHmac('sha256', url.password).update(ROLE).digest('base64url');
  url.username = ROLE;
  return url.href;
}

/** Creates role and database. Takes over what the superuser owned in earlier versions. */
export async function prepareDatabase(
  superuserUrl: string,
  { mayCreateDatabases }: { mayCreateDatabases: boolean },
): Promise<void> {
  const maintenance = new URL(superuserUrl);
  maintenance.pathname = '/postgres';
  await withClient(maintenance.href, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`create role ${ROLE}`);
    const password = client.escapeLiteral(new URL(addressOfRole(superuserUrl)).password);
    await client.query(`
      alter role ${ROLE}
        login nosuperuser nocreaterole noreplication nobypassrls
        ${mayCreateDatabases ? 'createdb' : 'nocreatedb'} password ${password}`);
    // Benchmarks checkpoint, and copy rows to files.
    if (mayCreateDatabases) {
      await client.query(
        `grant pg_checkpoint, pg_read_server_files, pg_write_server_files to ${ROLE}`,
      );
    }
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [PORTAGE],
    );
    if (!rows[0]) await client.query(`create database ${PORTAGE} owner ${ROLE}`);
    else if (rows[0].owner !== ROLE) {
      await client.query(`alter database ${PORTAGE} owner to ${ROLE}`);
    }
  });
  await withClient(superuserUrl, async (client) => {
    for (const extension of ['pg_trgm', 'btree_gin']) {
      await client.query(`create extension if not exists ${extension}`);
    }
    await client.query(TRANSFER);
  });
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Changes owners; `reassign owned` refuses the superuser that made the cluster. */
const TRANSFER = `
do $$
declare
  statement text;
begin
  for statement in
    with own_schemas as (
      select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    follows as (select classid, objid from pg_depend where deptype in ('a', 'e', 'i'))
    select format('alter schema %I owner to ${ROLE}', nspname)
    from own_schemas
    where nspname <> 'public' and nspowner = '${PORTAGE}'::regrole
      and ('pg_namespace'::regclass, oid) not in (select classid, objid from follows)
    union all
    select format(
      'alter %s %s owner to ${ROLE}',
      case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
        when 'c' then 'type' else 'table' end,
      pg_class.oid::regclass)
    from pg_class join own_schemas on own_schemas.oid = relnamespace
    where relkind in ('r', 'p', 'S', 'v', 'm', 'c') and relowner = '${PORTAGE}'::regrole
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid
          and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
    union all
    select format('alter type %s owner to ${ROLE}', format_type(pg_type.oid, null))
    from pg_type join own_schemas on own_schemas.oid = typnamespace
    where typtype in ('d', 'e', 'r') and typowner = '${PORTAGE}'::regrole
      and ('pg_type'::regclass, pg_type.oid) not in (select classid, objid from follows)
    union all
    select format('alter routine %s owner to ${ROLE}', pg_proc.oid::regprocedure)
    from pg_proc join own_schemas on own_schemas.oid = pronamespace
    where proowner = '${PORTAGE}'::regrole
      and ('pg_proc'::regclass, pg_proc.oid) not in (select classid, objid from follows)
  loop
    execute statement;
  end loop;
end $$`;
