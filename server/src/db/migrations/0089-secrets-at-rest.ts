import { sql, type Kysely } from 'kysely';

/**
 * Encrypts the text of mails, which holds passwords and codes; forgets which merchant has which
 * ShipStation key; keeps every sign-up request of an e-mail address. Mails that wait are dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails drop column text, drop column html`.execute(db);
  await sql`alter table mails add column encrypted_body bytea`.execute(db);
  await sql`drop table shipstation_keys`.execute(db);
  await sql`drop index sign_up_requests_pending`.execute(db);
}
