import { sql } from 'kysely';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';

/** A mail of the outbox; its body is null once it was sent or given up. */
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

/** Adds a mail to the outbox. */
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

/**
 * Locks an unsent mail until the transaction ends. A second sender waits and then finds it sent.
 */
export function lockUnsentMail(trx: Executor, id: string): Promise<StoredMail | undefined> {
  return trx
    .selectFrom('mails')
    .select(columns)
    .where('id', '=', id)
    .where('encrypted_body', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes that a mail was sent, and forgets its text. */
export async function updateSentMail(trx: Executor, id: string, now: EpochMillis): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ sent_at: new Date(now), encrypted_body: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Notes why a mail was not sent, and that it will be tried again. */
export async function updateDelayedMail(trx: Executor, id: string, error: string): Promise<void> {
  await trx.updateTable('mails').set({ last_error: error }).where('id', '=', id).execute();
}

/** Notes why a mail will never be sent, and forgets its text; without a reason the last one stands. */
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

/** The newest mails of the outbox, of all recipients or of one, newest first. */
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

/** The mail with an id. */
export function findMail(db: Executor, id: string): Promise<StoredMail | undefined> {
  return db.selectFrom('mails').select(columns).where('id', '=', id).executeTakeFirst();
}
