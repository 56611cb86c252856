import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';

export interface Mail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string | undefined;
}

/** The id identifies a mail that is sent twice. */
type OutgoingMail = Mail & { id: string };

export interface MailTransport {
  /** Rejects with `MailNotSent`, also when the signal aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Signs in; throws when that fails. */
  verify(): Promise<void>;
  close(): void;
}

/** The message names no recipient, so that it may be logged. */
export class MailNotSent extends Error {
  readonly isFinal: boolean;
  /** May name the recipient. */
  readonly answer: string;

  constructor(reason: string, { isFinal, answer }: { isFinal: boolean; answer: string }) {
    super(`The mail was not sent: ${reason}`);
    this.name = 'MailNotSent';
    this.isFinal = isFinal;
    this.answer = answer;
  }
}

/** Milliseconds; connecting includes the greeting and TLS. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 120_000,
  greetingTimeout: 30_000,
  // A relay may examine a mail first, and delivers it even after we gave up.
  socketTimeout: 120_000,
  // Firewalls may forget an idle connection, and then swallow the next mail.
  idleTimeout: 30_000,
} satisfies SMTPPoolOptions;

const ANSWER_LENGTH = 500;

export interface SmtpSettings {
  /** `smtp:` (STARTTLS where offered) or `smtps:`, with Nodemailer's options as query. */
  url: string;
  /** Such as `Portage <no-reply@portage.example>`. */
  from: string;
}

/** The name may have quotes around it, and commas and colons within. */
function senderOf(from: string): { name: string; address: string } {
  const [, quoted, name = '', address = from] = /^(?:"(.*)"|(.*?))\s*<(.+)>$/.exec(from) ?? [];
  return { name: quoted ?? name, address };
}

export function smtpTransport({ url, from }: SmtpSettings): MailTransport {
  const { username } = new URL(url);
  const transport = createTransport({
    ...TIMEOUTS,
    // Never sends a password in the clear.
    requireTLS: username !== '',
    url,
    pool: true,
    // The job queue sends one mail at a time, and alone retries.
    maxConnections: 1,
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = senderOf(from);
  const senderDomain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    async send({ id, recipient, subject, text, html, replyTo }, signal) {
      try {
        await transport.sendMail({
          from: sender,
          // An object, since a text could name several.
          to: { name: '', address: recipient },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          messageId: `<${id}@${senderDomain}>`,
          // Stops automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
      } catch (error) {
        throw notSent(error as NodemailerError);
      }
    },
    async verify() {
      await transport.verify().catch((error: Error) => {
        throw new Error(explained(error.message), { cause: error });
      });
    },
    close: () => transport.close(),
  };
}

function explained(message: string): string {
  if (message.includes('wrong version number')) {
    return 'The port does not begin with TLS; smtp:// takes it up later';
  }
  const isSilent = message === 'Greeting never received';
  return isSilent ? `${message}; a port that begins with TLS needs smtps://` : message;
}

/** Refuses our sender or rights (RFC 3463), or gives no reason, as Amazon SES for such senders. */
const ABOUT_US = /^5\d\d[ -]5\.(7\.|1\.[078]\b)|^554[ -](?!5\.)/;

/** Final: an invalid recipient, and a 5xx reply about recipient or mail. Others can be fixed. */
function notSent({ code, command, responseCode, permanent, response, message }: NodemailerError) {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const answer = response ?? explained(message);
  const isUnaddressable = code === 'EENVELOPE' && responseCode === undefined;
  const reason = [code, responseCode, command].filter((part) => part !== undefined).join(' ');
  return new MailNotSent(reason, {
    isFinal: isUnaddressable || (isAboutMail && permanent === true && !ABOUT_US.test(answer)),
    answer: answer.replaceAll('\0', '').slice(0, ANSWER_LENGTH),
  });
}
