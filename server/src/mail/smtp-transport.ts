import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';

/** A mail, written and addressed. */
export interface Mail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail on its way: its id makes it recognisable when it is sent twice. */
type OutgoingMail = Mail & { id: string };

/** Hands mails over to a mail server. */
export interface MailTransport {
  /** Resolves once the mail is handed over. Rejects with `MailNotSent`, also when the signal aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Lets go of idle connections. */
  close(): void;
}

/** A mail could not be handed over. Its message names no recipient, so that it may be logged. */
export class MailNotSent extends Error {
  /** True when the mail server refused it for good, so that trying again is of no use. */
  readonly isFinal: boolean;
  /** The answer of the mail server; it may name the recipient. */
  readonly answer: string;

  constructor(reason: string, { isFinal, answer }: { isFinal: boolean; answer: string }) {
    super(`The mail was not sent: ${reason}`);
    this.name = 'MailNotSent';
    this.isFinal = isFinal;
    this.answer = answer;
  }
}

/** Time in ms to wait for a mail server; the job retries later. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} satisfies SMTPPoolOptions;

/** Characters kept of a mail server's answer. */
const ANSWER_LENGTH = 500;

/** The mail server's address and the sender. */
export interface SmtpSettings {
  /** `smtp:` (STARTTLS where the server offers it) or `smtps:`, with Nodemailer's options as query. */
  url: string;
  /** The sender, such as `Portage <no-reply@portage.example>`. */
  from: string;
}

/** Sends mails by SMTP, over a connection that is kept for the next one. */
export function smtpTransport({ url, from }: SmtpSettings): MailTransport {
  const { username } = new URL(url);
  const transport = createTransport({
    ...TIMEOUTS,
    // Never sends a password in the clear.
    requireTLS: username !== '',
    url,
    pool: true,
    // The job queue sends one mail at a time, and alone decides when one is tried again.
    maxConnections: 1,
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const senderDomain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, recipient, subject, text, html }, signal) {
      try {
        await transport.sendMail({
          from,
          // As an object, since a text could name several.
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          messageId: `<${id}@${senderDomain}>`,
          // Answering machines leave such mails alone (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
      } catch (error) {
        throw notSent(error as NodemailerError);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Describes a failure of Nodemailer, with the recipient kept apart. Final are an invalid recipient
 * and a 5xx reply to the recipient or the mail. A refused sign-in or sender is our fault: it can
 * be fixed while the mail waits.
 */
function notSent({ code, command, responseCode, permanent, response, message }: NodemailerError) {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const isUnaddressable = code === 'EENVELOPE' && responseCode === undefined;
  const reason = [code, responseCode, command].filter((part) => part !== undefined).join(' ');
  return new MailNotSent(reason, {
    isFinal: isUnaddressable || (isAboutMail && permanent === true),
    answer: (response ?? message).replaceAll('\0', '').slice(0, ANSWER_LENGTH),
  });
}
