import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import {
  lockUnsentMail,
  updateAbandonedMail,
  updateDelayedMail,
  updateSentMail,
} from './mail-queries.ts';
import { MailNotSent, type MailTransport, type OutgoingMail } from './mail-transport.ts';

/** How much is kept of what a mail server answered. */
const ERROR_LENGTH = 500;

/** Which mail to send, until when that is of use, and what ends the attempt before. */
export interface SendMailOrder {
  mailId: string;
  usefulUntil: EpochMillis;
  signal: AbortSignal;
}

/**
 * Sends a mail of the outbox, once: it stays locked meanwhile, and is marked as sent in the same
 * transaction. Only a process or database that ends between the mail server's yes and the commit
 * lets it go out again, then with the same Message-ID.
 *
 * Raises `MailNotSent` to be tried again. A mail that was refused for good or is no longer of use is
 * given up. Without a transport mails stay in the outbox.
 */
export async function sendMail(deps: Deps, order: SendMailOrder): Promise<void> {
  const { db, mail: transport } = deps;
  if (!transport) return;
  const failure = await db.transaction().execute(async (trx) => {
    const mail = await lockUnsentMail(trx, order.mailId);
    return mail && attempt({ ...deps, mail: transport }, trx, mail, order);
  });
  if (failure) throw failure;
}

/** Sends a mail and notes what became of it; returns the failure after which it is to be tried again. */
async function attempt(
  { clock, log, mail: transport }: Deps & { mail: MailTransport },
  trx: Executor,
  mail: OutgoingMail,
  { usefulUntil, signal }: SendMailOrder,
): Promise<MailNotSent | undefined> {
  const { id } = mail;
  if (clock.now() >= usefulUntil) {
    log.warn({ mailId: id }, 'a mail could not be sent while it was of use, and is given up');
    await updateAbandonedMail(trx, id);
    return undefined;
  }
  const failure = await transport.send(mail, signal).then(() => undefined, expectNotSent);
  if (!failure) {
    await updateSentMail(trx, id, clock.now());
    return undefined;
  }
  const answer = failure.answer.slice(0, ERROR_LENGTH);
  if (!failure.isFinal) {
    await updateDelayedMail(trx, id, answer);
    return failure;
  }
  log.warn({ mailId: id, err: failure }, 'a mail was refused for good, and is given up');
  await updateAbandonedMail(trx, id, answer);
  return undefined;
}

/** The failure of a transport; anything else is raised again. */
function expectNotSent(error: unknown): MailNotSent {
  if (error instanceof MailNotSent) return error;
  throw error;
}
