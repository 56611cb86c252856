export const secondFactorErrors = {
  second_factor_wrong: {
    status: 400,
    title: { en: 'Not accepted', fr: 'Non accepté' },
    detail: {
      en: 'This was not accepted. Each code works once: use the one that the app shows now, or another recovery code.',
      fr: 'La vérification a échoué. Chaque code ne sert qu’une fois\u00A0: utilisez celui que l’application affiche maintenant, ou un autre code de récupération.',
    },
  },
  second_factor_expired: {
    status: 401,
    title: { en: 'Sign in again', fr: 'Connectez-vous de nouveau' },
    detail: {
      en: 'The time to complete the sign-in has run out. Enter your password again.',
      fr: 'Le délai pour terminer la connexion est écoulé. Entrez de nouveau votre mot de passe.',
    },
  },
  second_factor_needed: {
    status: 403,
    title: { en: 'Confirm that it is you', fr: 'Confirmez votre identité' },
    detail: {
      en: 'Confirm with your authenticator app, a passkey or a recovery code, then try again.',
      fr: 'Confirmez avec votre application d’authentification, une clé d’accès ou un code de récupération, puis réessayez.',
    },
  },
  second_factor_setup_required: {
    status: 403,
    title: { en: 'Two-step verification required', fr: 'Vérification en deux étapes obligatoire' },
    detail: {
      en: 'An owner of the account requires two-step verification. Set it up to continue.',
      fr: 'Un propriétaire du compte exige la vérification en deux étapes. Configurez-la pour continuer.',
    },
  },
  second_factor_not_offered: {
    status: 409,
    title: { en: 'Not available', fr: 'Non disponible' },
    detail: {
      en: 'Another service checks your password, so two-step verification cannot be set up in Portage. Contact support.',
      fr: 'Un autre service vérifie votre mot de passe\u00A0: la vérification en deux étapes ne peut pas être configurée dans Portage. Communiquez avec le service à la clientèle.',
    },
  },
  second_factor_not_found: {
    status: 404,
    title: { en: 'Nothing to remove', fr: 'Introuvable' },
    detail: {
      en: 'This authenticator app, passkey or recovery code does not exist.',
      fr: 'Cette application d’authentification, cette clé d’accès ou ce code de récupération n’existe pas.',
    },
  },
  second_factor_is_required: {
    status: 409,
    title: { en: 'Two-step verification required', fr: 'Vérification en deux étapes obligatoire' },
    detail: {
      en: 'An owner requires two-step verification. Add another authenticator app or passkey before you remove your last one.',
      fr: 'Un propriétaire exige la vérification en deux étapes. Ajoutez une autre application d’authentification ou clé d’accès avant de retirer la dernière.',
    },
  },
  own_second_factor_missing: {
    status: 409,
    title: { en: 'Set it up for yourself first', fr: 'Configurez-la d’abord pour vous' },
    detail: {
      en: 'Set up two-step verification for yourself before you require it of others.',
      fr: 'Configurez la vérification en deux étapes pour vous-même avant de l’exiger des autres.',
    },
  },
  authenticator_app_exists: {
    status: 409,
    title: { en: 'Already set up', fr: 'Déjà configurée' },
    detail: {
      en: 'You already have an authenticator app. Remove it to set up another one.',
      fr: 'Vous avez déjà une application d’authentification. Retirez-la pour en configurer une autre.',
    },
  },
  too_many_passkeys: {
    status: 409,
    title: { en: 'Too many passkeys', fr: 'Trop de clés d’accès' },
    detail: {
      en: 'You have {limit} passkeys, which is the most. Remove one first.',
      fr: 'Vous avez {limit} clés d’accès, soit le maximum. Retirez-en une d’abord.',
    },
  },
} as const;
