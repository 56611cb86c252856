/** A mail, written and addressed. */
export interface Mail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail on its way: its id makes it recognisable when it is sent twice. */
export type OutgoingMail = Mail & { id: string };

/** What carries mails out of the house. */
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
  /** What the mail server or the connection said: it may name the recipient. */
  readonly answer: string;

  constructor(reason: string, { isFinal, answer }: { isFinal: boolean; answer: string }) {
    super(`The mail was not sent: ${reason}`);
    this.name = 'MailNotSent';
    this.isFinal = isFinal;
    this.answer = answer;
  }
}
