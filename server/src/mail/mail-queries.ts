import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** The body is null once sent or given up. */
export interface StoredMail {
  id: string;
  createdAt: EpochMillis;
  recipient: string;
  subject: string;
  encryptedBody: Buffer | null;
}

const columns = [
  'id',
  'created_at as createdAt',
  'recipient',
  'subject',
  'encrypted_body as encryptedBody',
] as const;

export async function insertMail(
  db: Executor,
  { id, recipient, subject, encryptedBody, createdAt }: StoredMail,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id,
      recipient,
      subject,
      encrypted_body: encryptedBody,
      created_at: new Date(createdAt),
    })
    .execute();
}

/** Locks the mail. A second sender waits and then finds it sent. */
export function lockUnsentMail(trx: Executor, id: string): Promise<StoredMail | undefined> {
  return trx
    .selectFrom('mails')
    .select(columns)
    .where('id', '=', id)
    .where('encrypted_body', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Clears the text. */
export async function updateSentMail(trx: Executor, id: string, now: EpochMillis): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ sent_at: new Date(now), encrypted_body: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Records the error of a mail that will be retried. */
export async function updateDelayedMail(trx: Executor, id: string, error: string): Promise<void> {
  await trx.updateTable('mails').set({ last_error: error }).where('id', '=', id).execute();
}

/** Clears the text of a mail given up; without a reason the last one stays. */
export async function updateAbandonedMail(
  trx: Executor,
  id: string,
  error?: string,
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ encrypted_body: null, ...(error !== undefined && { last_error: error }) })
    .where('id', '=', id)
    .execute();
}

/** Newest first, of all recipients or of one. */
export function listNewestMails(
  db: Executor,
  { limit, recipient }: { limit: number; recipient: string | undefined },
): Promise<StoredMail[]> {
  let query = db.selectFrom('mails').select(columns);
  if (recipient !== undefined) {
    query = query.where(sql<boolean>`lower(recipient) = lower(${recipient})`);
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export function findMail(db: Executor, id: string): Promise<StoredMail | undefined> {
  return db.selectFrom('mails').select(columns).where('id', '=', id).executeTakeFirst();
}
