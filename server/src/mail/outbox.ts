import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Locale } from '@portage/contract/locale';
import { type EpochMillis, DAY, MINUTE, SECOND } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import {
  countGivenUpMails,
  findMail,
  hastenRetries,
  insertMail,
  type ListedMail,
  type StoredMail,
  lockUnsentMail,
  updateAbandonedMail,
  updateDelayedMail,
  updateSentMail,
} from './mail-queries.ts';
import { MailNotSent } from './smtp-transport.ts';
import { usefulTimeOf, type MailContent, writeMail } from './write-mail.ts';

export {
  deleteMailsTo as eraseMailsTo,
  listGivenUpRecipients as recipientsGivenUp,
  listMails as listOutbox,
  retryMail as retryInOutbox,
} from './mail-queries.ts';

type Sending = JobPayload<'send-mail'> & { jobId: string; signal: AbortSignal };

/** Milliseconds between queries, so that the transaction does not count as abandoned. */
const HEARTBEAT = 30 * SECOND;

/** Sends under the mail's lock; a crash may repeat a Message-ID. Throws `MailNotSent` to retry. */
export async function sendMail(
  { db, clock, log, secrets, mail: transport }: Deps,
  { jobId, mailId, usefulUntil, signal }: Sending,
): Promise<void> {
  if (!transport) return;
  // Returns the failure, so that its record commits.
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
    const keepLock = () => lockUnsentMail(trx, mailId).catch(() => undefined);
    const heartbeat = setInterval(keepLock, HEARTBEAT);
    const failure = await transport
      .send(outgoing, signal)
      .then(() => undefined, expectNotSent)
      .finally(() => clearInterval(heartbeat));
    if (failure?.isFinal) {
      log.warn({ mailId, err: failure }, 'a mail was refused for good, and is given up');
      await updateAbandonedMail(trx, mailId, failure.answer);
      return undefined;
    }
    if (!failure) {
      await updateSentMail(trx, mailId, clock.now());
      return undefined;
    }
    await updateDelayedMail(trx, mailId, failure.answer);
    if (usefulUntil - clock.now() < 15 * MINUTE) await hastenRetries(trx, jobId);
    return failure;
  });
  if (failure) throw failure;
}

export const countRecentGivenUpMails = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  countGivenUpMails(db, clock.now() - 2 * DAY);

export type MailState = ListedMail['state'];

function expectNotSent(error: unknown): MailNotSent {
  if (error instanceof MailNotSent) return error;
  throw error;
}

export interface NewMail {
  /** Given by work that may repeat. */
  id?: string | undefined;
  recipient: string;
  locale: Locale;
  content: MailContent;
}

/** The body is encrypted for this row. */
const rowOf = (id: string) => ({ table: 'mails', key: [id] }) as const;

export const newMailId = (now: EpochMillis): string => uuidv7({ msecs: now });

/** True once queued, even after sending. */
export const isMailQueued = async (db: Executor, id: string): Promise<boolean> =>
  (await findMail(db, id)) !== undefined;

/** Sent after the commit. The body may hold a password or a code, so it is encrypted. */
export async function queueMail(
  trx: Executor,
  { secrets }: Pick<Deps, 'secrets'>,
  { id, recipient, locale, content }: NewMail,
  now: EpochMillis,
): Promise<void> {
  const mailId = id ?? newMailId(now);
  const { subject, ...body } = writeMail(content, locale);
  const encryptedBody = secrets.encrypt(rowOf(mailId), JSON.stringify(body));
  await insertMail(trx, { id: mailId, recipient, subject, encryptedBody, createdAt: now });
  await insertJob(trx, 'send-mail', { mailId, usefulUntil: now + usefulTimeOf(content) });
}

const MailBody = z.object({
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
});

/** Null once sent or given up. */
export function readBody(
  { secrets }: Pick<Deps, 'secrets'>,
  { id, encryptedBody }: Pick<StoredMail, 'id' | 'encryptedBody'>,
): z.infer<typeof MailBody> | null {
  if (encryptedBody === null) return null;
  return MailBody.parse(JSON.parse(secrets.decrypt(rowOf(id), encryptedBody).toString()));
}
