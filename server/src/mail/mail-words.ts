import type { Translated } from '@portage/contract/locale';

/** The end of every mail. */
export const FOOTER: Translated = {
  en: 'Portage sent this e-mail automatically. Replies are not read.',
  fr: 'Portage a envoyé ce courriel automatiquement. Les réponses ne sont pas lues.',
};

/** What stands between a name and its value; in French after a space that does not break. */
export const COLON: Translated = { en: ':', fr: '\u00A0:' };
