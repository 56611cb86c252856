import { sql, type Kysely } from 'kysely';

/** Sessions with their start and device; a refresh token traded twice in a row gives one successor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      started_at timestamptz(3) not null,
      last_used_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      user_agent text
    )`.execute(db);
  await sql`create index sessions_of_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_by_end on sessions (expires_at)`.execute(db);
  await sql`
    insert into sessions
    select family_id, user_id, min(created_at), max(created_at), max(expires_at), null
    from refresh_tokens group by family_id, user_id`.execute(db);
  await sql`
    alter table refresh_tokens
      add column successor_salt bytea,
      add foreign key (family_id) references sessions on delete cascade`.execute(db);
}
