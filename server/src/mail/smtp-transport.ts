import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';
import { MailNotSent, type MailTransport } from './mail-transport.ts';

/** How long to wait for a mail server, in milliseconds: the job comes back to it later. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} satisfies SMTPPoolOptions;

/** How much is kept of what a mail server answered, in characters. */
const ANSWER_LENGTH = 500;

/** Where mails are handed over, and by whom they are. */
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
    // A password never leaves in the clear, whatever stands between us and the server.
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
 * What Nodemailer says of a failure, with the recipient kept apart. Final are a recipient that cannot
 * be addressed, and a 5xx answer to the recipient or to the mail; one to the sign-in or the sender is
 * about us, and can be mended while the mail waits.
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
