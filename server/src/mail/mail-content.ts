/** What a mail tells, before it is put into words of a language. */
export type MailContent =
  | {
      kind: 'temporary-password';
      /** The person's name, and that of the merchant whose account it is. */
      name: string;
      merchantName: string;
      username: string;
      password: string;
      /** Where to sign in, absolute. */
      portalUrl: string;
    }
  | {
      kind: 'password-reset-code';
      name: string;
      /** Six digits. */
      code: string;
      /** How long the code works, in minutes. */
      minutes: number;
    }
  | {
      kind: 'password-changed';
      username: string;
    }
  | {
      kind: 'second-factor-changed';
      /** What happened, a sentence in the language of the mail. */
      change: string;
      username: string;
      /** Absolute. */
      portalUrl: string;
    }
  | {
      kind: 'contact-request';
      name: string;
      company: string;
      email: string;
      phone: string;
      weeklyPackages: number;
      message: string;
    };

/** The name of a kind of mail. */
export type MailKind = MailContent['kind'];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * How long a mail is worth sending, in milliseconds: a code until it expires, a contact request for a
 * week, the rest for a day.
 */
export function usefulTimeOf(content: MailContent): number {
  if (content.kind === 'contact-request') return 7 * DAY;
  return content.kind === 'password-reset-code' ? content.minutes * MINUTE : DAY;
}
