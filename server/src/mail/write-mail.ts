import { fillText, type Locale } from '@portage/contract/locale';
import { contactRequestMail } from './contact-request-mail.ts';
import { mailHtml } from './mail-html.ts';
import type { MailContent, MailKind } from './mail-content.ts';
import type { MailPart, MailTemplate, TemplatePart, WordedMail } from './mail-template.ts';
import { mailText } from './mail-text.ts';
import type { Mail } from './mail-transport.ts';
import { passwordChangedMail } from './password-changed-mail.ts';
import { passwordResetCodeMail } from './password-reset-code-mail.ts';
import { secondFactorMail } from './second-factor-mail.ts';
import { temporaryPasswordMail } from './temporary-password-mail.ts';

/** Line breaks of every kind, and the other control characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** Marks that turn the direction of what follows them, the rest of the mail included. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** A value as it may stand in a mail: on one line, reading in its own direction only. */
function oneLine(value: string): string {
  return value.toWellFormed().replace(BREAKS, ' ').replace(DIRECTION_MARKS, '');
}

/** What each kind of mail says. */
export const mailTemplates: { readonly [Kind in MailKind]: MailTemplate<Kind> } = {
  'temporary-password': temporaryPasswordMail,
  'password-reset-code': passwordResetCodeMail,
  'password-changed': passwordChangedMail,
  'second-factor-changed': secondFactorMail,
  'contact-request': contactRequestMail,
};

/** Puts a mail into words: its subject, and the same text plain and as HTML. */
export function writeMail(content: MailContent, locale: Locale): Omit<Mail, 'recipient'> {
  const { subject, preview, parts } = mailTemplates[content.kind];
  const values = Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, oneLine(String(value))]),
  );
  const worded: WordedMail = {
    subject: subject[locale],
    preview: preview[locale],
    parts: parts.map((part) => wordPart(part, values, locale)),
  };
  return {
    subject: worded.subject,
    text: mailText(worded, locale),
    html: mailHtml(worded, locale),
  };
}

/** A piece of a template in a language, with its values. */
function wordPart(
  part: TemplatePart<string>,
  values: Readonly<Record<string, string>>,
  locale: Locale,
): MailPart {
  if (part.part === 'paragraph') return { ...part, text: fillText(part.text[locale], values) };
  if (part.part === 'value') {
    return { ...part, name: part.name[locale], value: values[part.value] ?? '' };
  }
  return { ...part, text: part.text[locale], address: values[part.address] ?? '' };
}
