import type { MailTemplate } from './mail-template.ts';

/** To a new user: how to sign in for the first time. */
export const temporaryPasswordMail: MailTemplate<'temporary-password'> = {
  subject: { en: 'Your access to Portage', fr: 'Votre accès à Portage' },
  preview: {
    en: 'Sign in with a temporary password, then choose your own.',
    fr: 'Connectez-vous avec un mot de passe temporaire, puis choisissez le vôtre.',
  },
  parts: [
    { part: 'paragraph', text: { en: 'Hello {name},', fr: 'Bonjour {name},' } },
    {
      part: 'paragraph',
      text: {
        en: 'A Portage account was created for you, to manage the deliveries of {merchantName}.',
        fr: 'Un compte Portage a été créé pour vous, afin de gérer les livraisons de {merchantName}.',
      },
    },
    {
      part: 'value',
      name: { en: 'Username', fr: 'Nom d’utilisateur' },
      value: 'username',
    },
    {
      part: 'value',
      name: { en: 'Temporary password', fr: 'Mot de passe temporaire' },
      value: 'password',
    },
    {
      part: 'paragraph',
      text: {
        en: 'When you first sign in, you choose your own password.',
        fr: 'À votre première connexion, vous choisirez votre propre mot de passe.',
      },
    },
    { part: 'link', text: { en: 'Sign in', fr: 'Se connecter' }, address: 'portalUrl' },
    {
      part: 'paragraph',
      text: {
        en: 'If you did not expect this account, you can ignore this e-mail.',
        fr: 'Si vous n’attendiez pas ce compte, vous pouvez ignorer ce courriel.',
      },
    },
  ],
};
