import type { Translated } from '@portage/contract/locale';
import type { MailTemplate } from './mail-template.ts';

/** What can happen to somebody's two-step verification, as their mail says it. */
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

/** Something that happened to somebody's two-step verification. */
export type SecondFactorChange = keyof typeof SECOND_FACTOR_CHANGES;

/** To somebody whose second factors changed, in case it was not them. */
export const secondFactorMail: MailTemplate<'second-factor-changed'> = {
  subject: {
    en: 'Your two-step verification changed',
    fr: 'Votre vérification en deux étapes a changé',
  },
  preview: {
    en: 'Check that it was you.',
    fr: 'Vérifiez qu’il s’agit bien de vous.',
  },
  parts: [
    { part: 'paragraph', text: { en: 'Hello,', fr: 'Bonjour,' } },
    {
      part: 'paragraph',
      text: {
        en: '{change} This concerns how you sign in to Portage.',
        fr: '{change} Cela concerne votre connexion à Portage.',
      },
    },
    {
      part: 'value',
      name: { en: 'Username', fr: 'Nom d’utilisateur' },
      value: 'username',
    },
    {
      part: 'paragraph',
      text: {
        en: 'If it was neither you nor an owner of your account, reset your password now and tell an owner.',
        fr: 'Si ce n’était ni vous ni un propriétaire de votre compte, réinitialisez votre mot de passe dès maintenant et avisez un propriétaire.',
      },
    },
    { part: 'link', text: { en: 'Open Portage', fr: 'Ouvrir Portage' }, address: 'portalUrl' },
  ],
};
