/** A mail, written and addressed. */
export interface Mail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** What carries mails out of the house. */
export interface MailTransport {
  /** Resolves once the mail is handed over; rejects when it must be tried again. */
  send(mail: Mail & { id: string }): Promise<void>;
  close(): void;
}
