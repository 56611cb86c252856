import type { Executor } from '../db/database.ts';
import type { Mail } from './mail-transport.ts';

/** Adds a mail to the outbox. */
export async function insertMail(
  db: Executor,
  mail: Mail & { id: string; createdAt: Date },
): Promise<void> {
  const { createdAt, ...written } = mail;
  await db
    .insertInto('mails')
    .values({ ...written, created_at: createdAt })
    .execute();
}
