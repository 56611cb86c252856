import * as fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { useDatabaseHome } from '../../../postgres/src/testing/database-home.ts';
import { query } from '../../../postgres/src/testing/query-database.ts';
import { migrateJobs } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { openDatabase, openPool } from './database.ts';
import { migrate } from './migrate.ts';

const newHome = useDatabaseHome({ hasDatabase: false });
const home = useDatabaseHome({ hasDatabase: true });

async function superuserUrl(url: string): Promise<string> {
  const superuser = new URL(url);
  superuser.username = 'portage';
  const file = path.join(home.directory, 'postgres', 'password');
  superuser.password = (await fs.readFile(file, 'utf8')).trim();
  return superuser.href;
}

/** Owners of objects outside PostgreSQL's own schemas and extensions. */
const OWNERS = `
  select distinct pg_get_userbyid(owner) as owner from (
    select nspowner as owner, 'pg_namespace'::regclass as classid, oid as objid, oid as schema
      from pg_namespace where nspname <> 'public'
    union all select relowner, 'pg_class'::regclass, oid, relnamespace from pg_class
    union all select proowner, 'pg_proc'::regclass, oid, pronamespace from pg_proc
    union all select typowner, 'pg_type'::regclass, oid, typnamespace from pg_type
  ) as objects
  where schema in (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    and not exists (
      select from pg_depend
      where pg_depend.classid = objects.classid and pg_depend.objid = objects.objid
        and deptype in ('e', 'i') and refclassid = 'pg_extension'::regclass)
    and not exists (
      select from pg_type join pg_depend on pg_depend.objid = typelem and deptype = 'e'
      where objects.classid = 'pg_type'::regclass and pg_type.oid = objects.objid)`;

it('is not a superuser, and owns the whole schema', async () => {
  const { url } = await newHome.start();
  expect(
    await query(
      url,
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       from pg_roles where rolname = current_user`,
    ),
  ).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
  const log = openLog('silent');
  const db = openDatabase(openPool(url, log));
  await migrateJobs({ db, log }, url);
  await migrate(db).finally(() => db.destroy());
  expect(await query(url, OWNERS)).toEqual([{ owner: 'portage_owner' }]);
});

it('takes over what an earlier version created as the superuser', async () => {
  const first = await home.start();
  const superuser = await superuserUrl(first.url);
  await query(
    superuser,
    `create schema old_jobs;
     create type old_jobs.kind as enum ('mail');
     create domain old_jobs.name as text;
     create type old_jobs.spec as (name text);
     create table old_jobs.jobs (id bigint generated always as identity primary key, kind old_jobs.kind);
     create table old_orders (id serial primary key, place text);
     create sequence old_numbers;
     create view old_view as select * from old_orders;
     create function old_jobs.add_job(name text) returns text language sql as 'select name';
     create index on old_orders (place);
     insert into old_orders (place) values ('Toronto');
     alter database portage owner to portage`,
  );
  await first.stop();

  const { url } = await home.start();
  expect(await query(url, OWNERS)).toEqual([{ owner: 'portage_owner' }]);
  await query(
    url,
    `alter table old_orders add column city text;
     alter type old_jobs.kind add value 'print';
     create or replace function old_jobs.add_job(name text) returns text language sql as 'select 1';
     drop schema old_jobs cascade`,
  );
  expect(await query(url, 'select place from old_view')).toEqual([{ place: 'Toronto' }]);
  await expect(query(url, 'create role another')).rejects.toThrow('permission denied');
});
