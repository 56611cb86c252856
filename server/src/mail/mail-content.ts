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
    };
