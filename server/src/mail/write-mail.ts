import { fillText, type Locale } from '@portage/contract/locale';
import { mailHtml } from './mail-html.ts';
import type { MailContent, MailKind } from './mail-content.ts';
import type { MailPart, MailTemplate, TemplatePart, WordedMail } from './mail-template.ts';
import { mailText } from './mail-text.ts';
import type { Mail } from './mail-transport.ts';
import { oneLine } from './one-line.ts';
import { passwordResetCodeMail } from './password-reset-code-mail.ts';
import { temporaryPasswordMail } from './temporary-password-mail.ts';

/** What each kind of mail says. */
export const mailTemplates: { readonly [Kind in MailKind]: MailTemplate<Kind> } = {
  'temporary-password': temporaryPasswordMail,
  'password-reset-code': passwordResetCodeMail,
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

function wordPart(
  template: TemplatePart<string>,
  values: Readonly<Record<string, string>>,
  locale: Locale,
): MailPart {
  const valueOf = (name: string) => values[name] ?? '';
  const { part } = template;
  switch (part) {
    case 'paragraph':
      return { part, text: fillText(template.text[locale], values) };
    case 'value':
      return { part, name: template.name[locale], value: valueOf(template.value) };
    case 'link':
      return { part, text: template.text[locale], address: valueOf(template.address) };
  }
}
