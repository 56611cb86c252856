import type { MailTemplate } from './mail-template.ts';

/** To somebody who forgot their password: the code that allows a new one. */
export const passwordResetCodeMail: MailTemplate<'password-reset-code'> = {
  subject: {
    en: 'Your Portage reset code',
    fr: 'Votre code de réinitialisation Portage',
  },
  preview: {
    en: 'Use this code to choose a new password.',
    fr: 'Utilisez ce code pour choisir un nouveau mot de passe.',
  },
  parts: [
    { part: 'paragraph', text: { en: 'Hello {name},', fr: 'Bonjour {name},' } },
    {
      part: 'paragraph',
      text: {
        en: 'Enter this code on the Portage sign-in page and choose a new password. It is valid for {minutes} minutes.',
        fr: 'Entrez ce code à la page de connexion de Portage et choisissez un nouveau mot de passe. Il est valide pendant {minutes} minutes.',
      },
    },
    {
      part: 'value',
      name: { en: 'Reset code', fr: 'Code de réinitialisation' },
      value: 'code',
    },
    {
      part: 'paragraph',
      text: {
        en: 'If you did not ask for it, ignore this e-mail: your password stays as it is. Never give the code to anyone; Portage will never ask for it.',
        fr: 'Si vous ne l’avez pas demandé, ignorez ce courriel\u00A0: votre mot de passe reste le même. Ne donnez ce code à personne; Portage ne vous le demandera jamais.',
      },
    },
  ],
};
