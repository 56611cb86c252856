import { fillText, type Locale, REGIONAL_LOCALE, type Translated } from '@portage/contract/locale';
import { DAY, MINUTE } from '@portage/contract/time';
import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './smtp-transport.ts';

type ValueOf<Kind extends MailKind> = Exclude<keyof Extract<MailContent, { kind: Kind }>, 'kind'>;

/** A paragraph, a value on its own line for copying, or a link. */
type MailPart<Text, Value> = Text | { name: Text; value: Value } | { link: Text; address: Value };

interface MailParts<Text, Value> {
  /** Takes no placeholders: no user's text comes near the headers. */
  subject: Text;
  /** Shown on locked screens: without secrets. */
  preview: Text;
  parts: readonly MailPart<Text, Value>[];
}

/** `{places}` are filled with values. */
type MailTemplate<Kind extends MailKind> = MailParts<Translated, ValueOf<Kind>>;

/** In one language, with its values. */
type WordedMail = MailParts<string, string> & { footer: string };

export type MailContent =
  | {
      kind: 'temporary-password';
      name: string;
      merchantName: string;
      username: string;
      password: string;
      /** Absolute address of the sign-in page. */
      portalUrl: string;
    }
  | {
      kind: 'password-reset-code';
      name: string;
      /** Six digits. */
      code: string;
      minutes: number;
    }
  | {
      kind: 'password-changed';
      username: string;
    }
  | {
      kind: 'second-factor-changed';
      /** In the language of the mail. */
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

type MailKind = MailContent['kind'];

/** Milliseconds: a code's expiry, a week for contact requests, else a day. */
export function usefulTimeOf(content: MailContent): number {
  if (content.kind === 'contact-request') return 7 * DAY;
  return content.kind === 'password-reset-code' ? content.minutes * MINUTE : DAY;
}

export const SECOND_FACTOR_CHANGES = {
  appAdded: {
    en: 'An authenticator app was added.',
    fr: 'Une application d’authentification a été ajoutée.',
  },
  appRemoved: {
    en: 'The authenticator app was removed.',
    fr: 'L’application d’authentification a été retirée.',
  },
  passkeyAdded: { en: 'A passkey was added.', fr: 'Une clé d’accès a été ajoutée.' },
  passkeyRemoved: { en: 'A passkey was removed.', fr: 'Une clé d’accès a été retirée.' },
  recoveryCodesReplaced: {
    en: 'The recovery codes were replaced.',
    fr: 'Les codes de récupération ont été remplacés.',
  },
  reset: {
    en: 'Two-step verification was reset: your authenticator app, passkeys and recovery codes no longer work.',
    fr: 'La vérification en deux étapes a été réinitialisée\u00A0: votre application d’authentification, vos clés d’accès et vos codes de récupération ne fonctionnent plus.',
  },
} as const satisfies Record<string, Translated>;

export type SecondFactorChange = keyof typeof SECOND_FACTOR_CHANGES;

const secondFactorMail: MailTemplate<'second-factor-changed'> = {
  subject: {
    en: 'Your two-step verification changed',
    fr: 'Votre vérification en deux étapes a changé',
  },
  preview: {
    en: 'Check that it was you.',
    fr: 'Vérifiez qu’il s’agit bien de vous.',
  },
  parts: [
    { en: 'Hello,', fr: 'Bonjour,' },
    {
      en: '{change} This concerns how you sign in to Portage.',
      fr: '{change} Cela concerne votre connexion à Portage.',
    },
    { name: { en: 'Username', fr: 'Nom d’utilisateur' }, value: 'username' },
    {
      en: 'If it was neither you nor an owner of your account, reset your password now and tell an owner.',
      fr: 'Si ce n’était ni vous ni un propriétaire de votre compte, réinitialisez votre mot de passe dès maintenant et avisez un propriétaire.',
    },
    { link: { en: 'Open Portage', fr: 'Ouvrir Portage' }, address: 'portalUrl' },
  ],
};

const FOOTER: Translated = {
  en: 'Portage sent this e-mail automatically. Replies are not read.',
  fr: 'Portage a envoyé ce courriel automatiquement. Les réponses ne sont pas lues.',
};

const REPLY_FOOTER: Translated = {
  en: 'Portage sent this e-mail automatically. Your reply goes to {replyTo}.',
  fr: 'Portage a envoyé ce courriel automatiquement. Votre réponse ira à {replyTo}.',
};

/** French has a no-break space before it. */
const COLON: Translated = { en: ':', fr: '\u00A0:' };

/** Inline, since mail programs drop style sheets. Breaks long words for phones. */
const STYLES = {
  body: 'margin:0;padding:0;background:#f1f2f2;color:#1a1d1e',
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0',
  sheet:
    'max-width:520px;margin:0 auto;padding:32px 24px;word-wrap:break-word;' +
    'font:16px/24px system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif',
  brand: 'margin:0 0 24px;color:#14664b;font-size:18px;font-weight:700',
  card: 'padding:24px;border:1px solid #d9dcdc;border-radius:8px;background:#fff',
  subject: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:650',
  paragraph: 'margin:0 0 16px',
  name: 'margin:0;color:#4e5557;font-size:14px;line-height:20px',
  value:
    'margin:4px 0 16px;padding:12px 16px;border-radius:8px;background:#f1f2f2;' +
    'font:600 18px/24px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;' +
    '-webkit-user-select:all;user-select:all',
  link:
    'display:inline-block;margin:0 0 8px;padding:12px 20px;border:1px solid;' +
    'border-radius:8px;background:#14664b;color:#fff;font-weight:600;text-decoration:none',
  address: 'margin:0 0 16px;color:#4e5557;font-size:14px;line-height:20px',
  footer: 'margin:16px 0 0;color:#4e5557;font-size:14px;line-height:20px',
} as const;

/** Styles for mail programs that know dark schemes. */
const DARK_STYLE = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .body { background: #101214 !important; color: #e4e6e7 !important; }
  .brand { color: #5cbb90 !important; }
  .card { background: #16181a !important; border-color: #3f4549 !important; }
  .name, .address, .footer { color: #b9bec1 !important; }
  .value { background: #24282b !important; }
  .link { background: #5cbb90 !important; color: #101214 !important; }
}`;

type Piece = keyof typeof STYLES;

/** The content is HTML. */
const element = (tag: string, piece: Piece, content: string, attributes = '') =>
  `<${tag} class="${piece}" style="${STYLES[piece]}"${attributes}>${content}</${tag}>`;

function htmlOf(part: MailPart<string, string>): string {
  if (typeof part === 'string') return element('p', 'paragraph', escapeHtml(part));
  if ('value' in part) {
    const name = element('p', 'name', escapeHtml(part.name));
    const value = escapeHtml(part.value).replaceAll('\n', '<br>\n');
    return `${name}\n${element('p', 'value', value)}`;
  }
  const address = escapeHtml(part.address);
  const attributes = ` href="${address}" target="_blank" rel="noopener"`;
  const link = element('a', 'link', escapeHtml(part.link), attributes);
  // Shows the address, too.
  return `${link}\n${element('p', 'address', address)}`;
}

/** Escapes every text. A div repeats the body, which some mail programs drop. */
function mailHtml({ subject, preview, parts, footer }: WordedMail, locale: Locale): string {
  const title = escapeHtml(subject);
  const card = [element('h1', 'subject', title), ...parts.map(htmlOf)].join('\n');
  const sheet = [
    element('p', 'brand', 'Portage'),
    element('div', 'card', `\n${card}\n`),
    element('p', 'footer', escapeHtml(footer)),
  ].join('\n');
  const body = [
    element('div', 'preview', escapeHtml(preview)),
    element('div', 'sheet', `\n${sheet}\n`, ' role="main"'),
  ].join('\n');
  return `<!doctype html>
<html lang="${REGIONAL_LOCALE[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${DARK_STYLE}
</style>
</head>
${element('body', 'body', `\n${element('div', 'body', `\n${body}\n`)}\n`)}
</html>`;
}

const temporaryPasswordMail: MailTemplate<'temporary-password'> = {
  subject: { en: 'Your access to Portage', fr: 'Votre accès à Portage' },
  preview: {
    en: 'Sign in with a temporary password, then choose your own.',
    fr: 'Connectez-vous avec un mot de passe temporaire, puis choisissez le vôtre.',
  },
  parts: [
    { en: 'Hello {name},', fr: 'Bonjour {name},' },
    {
      en: 'A Portage account was created for you, to manage the deliveries of {merchantName}.',
      fr: 'Un compte Portage a été créé pour vous, afin de gérer les livraisons de l’entreprise {merchantName}.',
    },
    { name: { en: 'Username', fr: 'Nom d’utilisateur' }, value: 'username' },
    { name: { en: 'Temporary password', fr: 'Mot de passe temporaire' }, value: 'password' },
    {
      en: 'When you first sign in, you choose your own password.',
      fr: 'À votre première connexion, vous choisirez votre propre mot de passe.',
    },
    { link: { en: 'Sign in', fr: 'Se connecter' }, address: 'portalUrl' },
    {
      en: 'If you did not expect this account, you can ignore this e-mail.',
      fr: 'Si vous n’attendiez pas ce compte, vous pouvez ignorer ce courriel.',
    },
  ],
};

const passwordResetCodeMail: MailTemplate<'password-reset-code'> = {
  subject: {
    en: 'Your Portage reset code',
    fr: 'Votre code de réinitialisation Portage',
  },
  preview: {
    en: 'Use this code to choose a new password.',
    fr: 'Utilisez ce code pour choisir un nouveau mot de passe.',
  },
  parts: [
    { en: 'Hello {name},', fr: 'Bonjour {name},' },
    {
      en: 'Enter this code on the Portage sign-in page and choose a new password. It is valid for {minutes} minutes.',
      fr: 'Entrez ce code à la page de connexion de Portage et choisissez un nouveau mot de passe. Il est valide pendant {minutes} minutes.',
    },
    { name: { en: 'Reset code', fr: 'Code de réinitialisation' }, value: 'code' },
    {
      en: 'If you did not ask for it, ignore this e-mail: your password stays as it is. Never give the code to anyone; Portage will never ask for it.',
      fr: 'Si vous ne l’avez pas demandé, ignorez ce courriel\u00A0: votre mot de passe reste le même. Ne donnez ce code à personne; Portage ne vous le demandera jamais.',
    },
  ],
};

const passwordChangedMail: MailTemplate<'password-changed'> = {
  subject: {
    en: 'Your Portage password was changed',
    fr: 'Votre mot de passe Portage a été modifié',
  },
  preview: {
    en: 'If you did not change it, reset it now.',
    fr: 'Si vous ne l’avez pas modifié, réinitialisez-le maintenant.',
  },
  parts: [
    { en: 'Hello,', fr: 'Bonjour,' },
    {
      en: 'The Portage password of {username} was just changed, and all other sessions were signed out.',
      fr: 'Le mot de passe du compte Portage {username} vient d’être modifié, et toutes les autres sessions ont été fermées.',
    },
    {
      en: 'If it was you, there is nothing to do. If not, choose “Forgot password?” on the Portage sign-in page now, and tell an owner of the account.',
      fr: 'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez dès maintenant «\u00A0Mot de passe oublié?\u00A0» à la page de connexion de Portage et avisez un propriétaire du compte.',
    },
  ],
};

/** RFC 5322. */
const LINE_LENGTH = 78;

/** Keeps no-break spaces. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > LINE_LENGTH && line !== '') {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join('\n');
}

/** Values and addresses have their own line, for copying. */
function textOf(part: MailPart<string, string>, locale: Locale): string {
  if (typeof part === 'string') return wrap(part);
  const [name, value] = 'value' in part ? [part.name, part.value] : [part.link, part.address];
  return `${name}${COLON[locale]}\n${value.split('\n').map(wrap).join('\n')}`;
}

function mailText({ parts, footer }: WordedMail, locale: Locale): string {
  const paragraphs = parts.map((part) => textOf(part, locale));
  return [...paragraphs, '--', wrap(footer)].join('\n\n');
}

/** To Sales, in the language of the page. */
const contactRequestMail: MailTemplate<'contact-request'> = {
  subject: { en: 'Contact Sales: new request', fr: 'Ventes\u00A0: nouvelle demande' },
  preview: {
    en: 'Someone wrote to Sales on the pricing page.',
    fr: 'Quelqu’un a écrit à l’équipe des ventes à partir de la page des tarifs.',
  },
  parts: [
    {
      en: '{name} of {company} wrote to Sales on the pricing page, in English: {weeklyPackages} packages per week.',
      fr: '{name}, de l’entreprise {company}, a écrit à l’équipe des ventes à partir de la page des tarifs, en français\u00A0: {weeklyPackages} colis par semaine.',
    },
    { name: { en: 'E-mail', fr: 'Courriel' }, value: 'email' },
    { name: { en: 'Phone', fr: 'Téléphone' }, value: 'phone' },
    { name: { en: 'Their message', fr: 'Message' }, value: 'message' },
  ],
};

/** Line breaks and other control characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** Marks that turn the text direction of the rest. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns one line in its own direction. */
function oneLine(value: string): string {
  return value.toWellFormed().replace(BREAKS, ' ').replace(DIRECTION_MARKS, '');
}

export const mailTemplates: { readonly [Kind in MailKind]: MailTemplate<Kind> } = {
  'temporary-password': temporaryPasswordMail,
  'password-reset-code': passwordResetCodeMail,
  'password-changed': passwordChangedMail,
  'second-factor-changed': secondFactorMail,
  'contact-request': contactRequestMail,
};

/** Gives the same text plain and as HTML. */
export function writeMail(content: MailContent, locale: Locale): Omit<Mail, 'recipient'> {
  const { subject, preview, parts } = mailTemplates[content.kind];
  const values = Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const lines = name === 'message' ? String(value).split(/\r?\n/) : [String(value)];
      return [name, lines.map(oneLine).join('\n')];
    }),
  );
  const replyTo = content.kind === 'contact-request' ? content.email : undefined;
  const worded: WordedMail = {
    footer: replyTo === undefined ? FOOTER[locale] : fillText(REPLY_FOOTER[locale], { replyTo }),
    subject: subject[locale],
    preview: preview[locale],
    parts: parts.map((part) => wordPart(part, values, locale)),
  };
  return {
    subject: worded.subject,
    text: mailText(worded, locale),
    html: mailHtml(worded, locale),
    replyTo,
  };
}

function wordPart(
  part: MailPart<Translated, string>,
  values: Readonly<Record<string, string>>,
  locale: Locale,
): MailPart<string, string> {
  if ('value' in part) return { name: part.name[locale], value: values[part.value] ?? '' };
  if ('link' in part) return { link: part.link[locale], address: values[part.address] ?? '' };
  return fillText(part[locale], values);
}
