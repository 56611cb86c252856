import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { usefulTimeOf, type MailContent } from './mail-content.ts';
import { insertMail } from './mail-queries.ts';
import { writeMail } from './write-mail.ts';

/** To whom a mail goes, in which language, and what it tells. */
export interface NewMail {
  recipient: string;
  locale: Locale;
  content: MailContent;
}

/** Puts a mail into the outbox; it is sent once the transaction commits. */
export async function queueMail(
  trx: Executor,
  { recipient, locale, content }: NewMail,
  now: EpochMillis,
): Promise<void> {
  const mailId = uuidv7({ msecs: now });
  const written = writeMail(content, locale);
  await insertMail(trx, { ...written, id: mailId, recipient, createdAt: new Date(now) });
  await insertJob(trx, 'send-mail', { mailId, usefulUntil: now + usefulTimeOf(content) });
}
