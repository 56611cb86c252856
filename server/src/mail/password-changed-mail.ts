import type { MailTemplate } from './mail-template.ts';

/** To somebody whose password was changed, since it may not have been them. */
export const passwordChangedMail: MailTemplate<'password-changed'> = {
  subject: {
    en: 'Your Portage password was changed',
    fr: 'Votre mot de passe Portage a été modifié',
  },
  preview: {
    en: 'If you did not change it, reset it now.',
    fr: 'Si vous ne l’avez pas modifié, réinitialisez-le maintenant.',
  },
  parts: [
    { part: 'paragraph', text: { en: 'Hello,', fr: 'Bonjour,' } },
    {
      part: 'paragraph',
      text: {
        en: 'The Portage password of {username} was just changed, and all other sessions were signed out.',
        fr: 'Le mot de passe Portage de {username} vient d’être modifié, et toutes les autres sessions ont été fermées.',
      },
    },
    {
      part: 'paragraph',
      text: {
        en: 'If it was you, there is nothing to do. If not, choose “Forgot password?” on the Portage sign-in page now, and tell an owner of the account.',
        fr: 'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez dès maintenant «\u00A0Mot de passe oublié?\u00A0» à la page de connexion de Portage et avisez un propriétaire du compte.',
      },
    },
  ],
};
