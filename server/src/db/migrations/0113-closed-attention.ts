import { sql, type Kysely } from 'kysely';

/** Failed deliveries need attention until they are dealt with; old ones were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column attention_closed boolean not null default false`.execute(db);
  const { rows } = await sql<{ id: string }>`select merchant_id as id from merchants`.execute(db);
  for (const { id } of rows) {
    await sql`
      update orders
      set attention_closed = true,
        document = (left(document::text, -1) || ',"attentionClosedAt":'
          || (extract(epoch from modified_at) * 1000)::bigint || '}')::json
      where merchant_id = ${id} and modified_at < now() - interval '14 days'
        and status in ('DELIVERY_FAILED', 'FAILED', 'RETURN_TO_SENDER', 'LOST')`.execute(db);
  }
}
