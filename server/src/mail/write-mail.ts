import { fillText, type Locale, type Translated } from '@portage/contract/locale';
import type { MailContent } from './mail-content.ts';
import type { Mail } from './mail-transport.ts';

interface Words {
  subject: Translated;
  paragraphs: readonly Translated[];
}

const WORDS: Readonly<Record<MailContent['kind'], Words>> = {
  'temporary-password': {
    subject: { en: 'Your access to Portage', fr: 'Votre accès à Portage' },
    paragraphs: [
      { en: 'Hello {name},', fr: 'Bonjour {name},' },
      {
        en: 'An account was created for you at {merchantName}.',
        fr: 'Un compte a été créé pour vous chez {merchantName}.',
      },
      { en: 'Username: {username}', fr: 'Nom d’utilisateur : {username}' },
      { en: 'Temporary password: {password}', fr: 'Mot de passe temporaire : {password}' },
      {
        en: 'Sign in at {portalUrl} and choose a password of your own.',
        fr: 'Connectez-vous à {portalUrl} et choisissez votre propre mot de passe.',
      },
    ],
  },
  'password-reset-code': {
    subject: { en: 'Your Portage reset code', fr: 'Votre code de réinitialisation Portage' },
    paragraphs: [
      { en: 'Hello {name},', fr: 'Bonjour {name},' },
      { en: 'Your reset code is {code}.', fr: 'Votre code de réinitialisation est {code}.' },
      {
        en: 'It works for {minutes} minutes. If you did not ask for it, ignore this e-mail.',
        fr: 'Il est valide pendant {minutes} minutes. Si vous ne l’avez pas demandé, ignorez ce courriel.',
      },
    ],
  },
};

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => HTML_ENTITIES[character] ?? character);

/** Puts a mail into words: its subject, and the same text plain and as HTML. */
export function writeMail(content: MailContent, locale: Locale): Omit<Mail, 'recipient'> {
  const { subject, paragraphs } = WORDS[content.kind];
  const lines = paragraphs.map((paragraph) => fillText(paragraph[locale], { ...content }));
  return {
    subject: subject[locale],
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  };
}
