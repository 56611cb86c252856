import { sql, type Kysely } from 'kysely';

interface Row {
  merchant_id: string;
  id: string;
  name: string;
  phone: string | null;
  postal_code: string;
}

/** The name of a recipient without case, accents, spaces and punctuation, at its postal code. */
const nameKeyOf = ({ name, postal_code: postalCode }: Row) => {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return `${letters}|${postalCode}`;
};

const BATCH = 1000;

/** The address book pages by its full key, deletes softly and finds near-duplicates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table saved_addresses
    add column deleted_at timestamptz(3), add column name_key text, add column phone_key text
  `.execute(db);
  let after: Row | undefined;
  for (;;) {
    const next: string = after ? `('${after.merchant_id}', '${after.id}')` : '';
    const { rows } = await sql<Row>`
      select merchant_id, id, document->'recipient'->>'name' as name,
        document->'recipient'->>'phone' as phone, document->'address'->>'postalCode' as postal_code
      from saved_addresses ${after ? sql`where (merchant_id, id) > ${sql.raw(next)}` : sql``}
      order by merchant_id, id limit ${BATCH}`.execute(db);
    for (const row of rows) {
      const phoneKey = row.phone === null ? null : `${row.phone}|${row.postal_code}`;
      await sql`
        update saved_addresses set name_key = ${nameKeyOf(row)}, phone_key = ${phoneKey}
        where merchant_id = ${row.merchant_id} and id = ${row.id}`.execute(db);
    }
    after = rows.at(-1);
    if (rows.length < BATCH) break;
  }
  await sql`alter table saved_addresses alter column name_key set not null`.execute(db);
  // The same recipient may be saved again after it was deleted.
  await sql`
    alter table saved_addresses
    drop constraint saved_addresses_merchant_id_fingerprint_key`.execute(db);
  await sql`
    create unique index saved_addresses_by_fingerprint
    on saved_addresses (merchant_id, fingerprint) where deleted_at is null`.execute(db);
  await sql`drop index saved_addresses_newest_first`.execute(db);
  await sql`
    create index saved_addresses_newest_first
    on saved_addresses (merchant_id, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  );
  await sql`
    create index saved_addresses_by_name
    on saved_addresses (merchant_id, name_key) where deleted_at is null`.execute(db);
  await sql`
    create index saved_addresses_by_phone
    on saved_addresses (merchant_id, phone_key)
    where deleted_at is null and phone_key is not null`.execute(db);
  await sql`
    create index saved_addresses_deleted on saved_addresses (deleted_at)
    where deleted_at is not null`.execute(db);
}
