import { sql, type Kysely } from 'kysely';

/** The people of each merchant with their roles, and merchants and people that are disabled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merchants add column disabled_at timestamptz(3)`.execute(db);
  await sql`
    create table merchant_users (
      merchant_id uuid not null references merchants,
      username text not null,
      name text not null,
      phone text,
      role text not null check (role in ('owner', 'member')),
      invited_at timestamptz(3) not null,
      last_sign_in_at timestamptz(3),
      disabled_at timestamptz(3),
      primary key (merchant_id, username)
    )`.execute(db);
  // Everybody who is there already has done everything so far.
  await sql`
    insert into merchant_users
    select merchant_id, username, name, phone, 'owner', created_at, (
      select max(at) from security_events
      where lower(actor) = lower(username) and action = 'sign_in.succeeded'
    ), null
    from users where kind = 'user'`.execute(db);
}
