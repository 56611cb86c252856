import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { usefulTimeOf, type MailContent } from './mail-content.ts';
import { insertMail, type StoredMail } from './mail-queries.ts';
import { writeMail } from './write-mail.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** To whom a mail goes, in which language, and what it tells. */
export interface NewMail {
  recipient: string;
  locale: Locale;
  content: MailContent;
}

/** The row that the body of a mail is encrypted for. */
const rowOf = (id: string) => ({ table: 'mails', key: [id] }) as const;

/**
 * Puts a mail into the outbox; it is sent once the transaction commits. Its body, which may hold a
 * password or a code, is stored encrypted.
 */
export async function queueMail(
  trx: Executor,
  { secrets }: Pick<Deps, 'secrets'>,
  { recipient, locale, content }: NewMail,
  now: EpochMillis,
): Promise<void> {
  const mailId = uuidv7({ msecs: now });
  const { subject, text, html } = writeMail(content, locale);
  const encryptedBody = secrets.encrypt(rowOf(mailId), JSON.stringify({ text, html }));
  await insertMail(trx, { id: mailId, recipient, subject, encryptedBody, createdAt: now });
  await insertJob(trx, 'send-mail', { mailId, usefulUntil: now + usefulTimeOf(content) });
}

const MailBody = z.object({ text: z.string(), html: z.string() });

/** The text of a stored mail; null once it was sent or given up. */
export function readBody(
  { secrets }: Pick<Deps, 'secrets'>,
  { id, encryptedBody }: Pick<StoredMail, 'id' | 'encryptedBody'>,
): z.infer<typeof MailBody> | null {
  if (encryptedBody === null) return null;
  return MailBody.parse(JSON.parse(secrets.decrypt(rowOf(id), encryptedBody).toString()));
}
