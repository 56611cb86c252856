import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import {
  lockUnsentMail,
  updateAbandonedMail,
  updateDelayedMail,
  updateSentMail,
} from './mail-queries.ts';
import { readBody } from './queue-mail.ts';
import { MailNotSent } from './mail-transport.ts';

/** Which mail to send, until when it is of use, and what ends the attempt before it is over. */
export interface Sending {
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
