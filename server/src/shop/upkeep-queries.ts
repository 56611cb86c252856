import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** Deletes the webhooks of all shops that were received before a time. */
export async function deleteWebhooksBefore(db: Executor, at: EpochMillis): Promise<void> {
  await db
    .deleteFrom('shop_webhooks')
    .where(sql<boolean>`received_at < ${new Date(at)}`)
    .execute();
}

/** Every merchant whose shop lets us in. */
export async function listLinkedMerchants(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('shops')
    .select('merchant_id')
    .where('encrypted_token', 'is not', null)
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
