import { sql, type Kysely } from 'kysely';

/** What visitors of the pricing page wrote to Sales. They belong to no merchant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_requests (
      id uuid primary key,
      created_at timestamptz(3) not null,
      document json not null,
      submitted_at timestamptz(3),
      last_error text
    )`.execute(db);
  await sql`create index contact_requests_by_age on contact_requests (created_at)`.execute(db);
}
