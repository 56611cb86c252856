import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { usefulTimeOf, type MailContent, writeMail } from './write-mail.ts';
import {
  insertMail,
  type StoredMail,
  lockUnsentMail,
  updateAbandonedMail,
  updateDelayedMail,
  updateSentMail,
} from './mail-queries.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { MailNotSent } from './smtp-transport.ts';

interface Sending {
  mailId: string;
  usefulUntil: EpochMillis;
  signal: AbortSignal;
}

/**
 * Sends a mail of the outbox, once: it stays locked meanwhile, and is marked as sent in the same
 * transaction. Only a process or database that ends between the mail server's yes and the commit
 * lets it go out again, then with the same Message-ID.
 *
 * Throws `MailNotSent` to be tried again. A mail that was refused for good or is no longer of use is
 * given up. Without a transport mails stay in the outbox.
 */
export async function sendMail(
  { db, clock, log, secrets, mail: transport }: Deps,
  { mailId, usefulUntil, signal }: Sending,
): Promise<void> {
  if (!transport) return;
  // What is noted of a failure is to stay, so the failure leaves the transaction as a value.
  const failure = await db.transaction().execute(async (trx) => {
    const mail = await lockUnsentMail(trx, mailId);
    if (!mail) return undefined;
    if (clock.now() >= usefulUntil) {
      log.warn({ mailId }, 'a mail could not be sent while it was of use, and is given up');
      await updateAbandonedMail(trx, mailId);
      return undefined;
    }
    const { recipient, subject } = mail;
    const body = readBody({ secrets }, mail);
    if (!body) return undefined;
    const outgoing = { id: mailId, recipient, subject, ...body };
    const failure = await transport.send(outgoing, signal).then(() => undefined, expectNotSent);
    if (failure?.isFinal) {
      log.warn({ mailId, err: failure }, 'a mail was refused for good, and is given up');
      await updateAbandonedMail(trx, mailId, failure.answer);
      return undefined;
    }
    if (failure) await updateDelayedMail(trx, mailId, failure.answer);
    else await updateSentMail(trx, mailId, clock.now());
    return failure;
  });
  if (failure) throw failure;
}

/** The failure of a transport; anything else is raised again. */
function expectNotSent(error: unknown): MailNotSent {
  if (error instanceof MailNotSent) return error;
  throw error;
}

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
