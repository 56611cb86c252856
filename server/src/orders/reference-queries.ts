import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/timestamp.ts';

/** Those of some references that orders of the merchant have. */
export async function listKnownReferences(
  db: Executor,
  merchantId: string,
  references: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('ref_number')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('ref_number', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return rows.flatMap(({ ref_number }) => ref_number ?? []);
}

/** The most orders for one recipient that are compared with a new one. */
const MOST_COMPARED = 50;

/** Documents of the merchant's orders since a timestamp for a recipient of a name, newest first. */
export async function listDocumentsForRecipient(
  db: Executor,
  merchantId: string,
  { name, since }: { name: string; since: EpochMillis },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('document')
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', timestamp(since))
    .where(sql<boolean>`lower(recipient_name) = lower(${name})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_COMPARED)
    .execute();
  return rows.map(({ document }) => document);
}
