import type { Translated } from '@portage/contract/locale';
import type { MailContent, MailKind } from './mail-content.ts';

/** The names of the values that a kind of mail tells. */
type ValueOf<Kind extends MailKind> = Exclude<keyof Extract<MailContent, { kind: Kind }>, 'kind'>;

/** A piece of a mail. Its text has `{places}`, filled with the values of the content. */
export type TemplatePart<Value> =
  | { part: 'paragraph'; text: Translated }
  /** A value to be copied: it stands alone, below its name. */
  | { part: 'value'; name: Translated; value: Value }
  /** A way to go on, by its address. */
  | { part: 'link'; text: Translated; address: Value };

/** What a kind of mail says in each language, apart from how it looks. */
export interface MailTemplate<Kind extends MailKind> {
  /** Without places: nobody else's words come near the headers. */
  subject: Translated;
  /** What mail programs show beside the subject; without secrets, since it shows on locked screens. */
  preview: Translated;
  parts: readonly TemplatePart<ValueOf<Kind>>[];
}

/** A piece of a mail in one language, with its values. */
export type MailPart =
  | { part: 'paragraph'; text: string }
  | { part: 'value'; name: string; value: string }
  | { part: 'link'; text: string; address: string };

/** A mail in one language, with its values, to be laid out as text and as HTML. */
export interface WordedMail {
  subject: string;
  preview: string;
  parts: readonly MailPart[];
}
