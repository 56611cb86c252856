import { sql, type Kysely } from 'kysely';

/**
 * Signing keys and secrets are encrypted from now on. Those that lay there in plain text, and so in
 * backups, are replaced: sessions refresh by themselves, and links to photos live for minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from signing_keys`.execute(db);
  await sql`alter table signing_keys drop column private_jwk`.execute(db);
  await sql`alter table signing_keys add column encrypted_jwk bytea not null`.execute(db);
  await sql`delete from secrets`.execute(db);
  await sql`alter table secrets drop column value`.execute(db);
  await sql`alter table secrets add column encrypted_value bytea not null`.execute(db);
}
