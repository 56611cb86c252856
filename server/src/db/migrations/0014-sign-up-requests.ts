import { sql, type Kysely } from 'kysely';

/** Requests of visitors to become merchants. Nobody's merchant yet, so they belong to none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_up_requests (
      id uuid primary key,
      created_at timestamptz(3) not null,
      email text not null,
      state text not null check (state in ('pending', 'approved', 'declined')),
      document json not null,
      decided_at timestamptz(3),
      merchant_id uuid references merchants
    )`.execute(db);
  // One open request an e-mail address: sending the form again corrects it.
  await sql`
    create unique index sign_up_requests_pending on sign_up_requests (email)
    where state = 'pending'`.execute(db);
  await sql`
    create index sign_up_requests_by_age on sign_up_requests (created_at, id)`.execute(db);
}
