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
      en: 'You have {limit} passkeys, the maximum. Remove one first.',
      fr: 'Vous avez {limit} clés d’accès, soit le maximum. Retirez-en une d’abord.',
    },
  },
} as const;

export const accountErrors = {
  not_signed_in: {
    status: 401,
    title: { en: 'Not signed in', fr: 'Non connecté' },
    detail: {
      en: 'Sign in to continue.',
      fr: 'Connectez-vous pour continuer.',
    },
  },
  invalid_token: {
    status: 401,
    title: { en: 'Session not accepted', fr: 'Session refusée' },
    detail: {
      en: 'Your session has expired or is not valid. Sign in again.',
      fr: 'Votre session a expiré ou n’est pas valide. Connectez-vous de nouveau.',
    },
  },
  sign_in_failed: {
    status: 401,
    title: { en: 'Sign-in failed', fr: 'Échec de la connexion' },
    detail: {
      en: 'The username or the password is not correct.',
      fr: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    },
  },
  refresh_refused: {
    status: 401,
    title: { en: 'Session ended', fr: 'Session terminée' },
    detail: {
      en: 'Your session has ended. Sign in again.',
      fr: 'Votre session est terminée. Connectez-vous de nouveau.',
    },
  },
  challenge_expired: {
    status: 401,
    title: { en: 'Sign in again', fr: 'Connectez-vous de nouveau' },
    detail: {
      en: 'The time to choose a new password has run out. Sign in again with your temporary password.',
      fr: 'Le délai pour choisir un nouveau mot de passe est écoulé. Connectez-vous de nouveau avec votre mot de passe temporaire.',
    },
  },
  current_password_wrong: {
    status: 400,
    title: { en: 'Wrong password', fr: 'Mot de passe erroné' },
    detail: {
      en: 'The current password is not correct.',
      fr: 'Le mot de passe actuel est incorrect.',
    },
  },
  reset_code_wrong: {
    status: 400,
    title: { en: 'Wrong code', fr: 'Code erroné' },
    detail: {
      en: 'The code is not correct. {hint}',
      fr: 'Le code est incorrect. {hint}',
    },
  },
  reset_code_expired: {
    status: 400,
    title: { en: 'Code no longer valid', fr: 'Code expiré' },
    detail: {
      en: 'This code is no longer valid. Ask for a new one.',
      fr: 'Ce code n’est plus valide. Demandez-en un nouveau.',
    },
  },
  sign_in_again: {
    status: 403,
    title: { en: 'Sign in again', fr: 'Connectez-vous de nouveau' },
    detail: {
      en: 'You signed in more than 12 hours ago. To change users and credentials, sign out and sign in again.',
      fr: 'Votre connexion date de plus de 12 heures. Pour modifier les utilisateurs et les identifiants, déconnectez-vous, puis reconnectez-vous.',
    },
  },
  password_needed: {
    status: 403,
    title: { en: 'Confirm that it is you', fr: 'Confirmez votre identité' },
    detail: {
      en: 'You entered your password a while ago. Enter it again to continue.',
      fr: 'Vous avez entré votre mot de passe il y a un certain temps. Entrez-le de nouveau pour continuer.',
    },
  },
  session_not_found: {
    status: 404,
    title: { en: 'Session not found', fr: 'Session introuvable' },
    detail: {
      en: 'This session has already ended.',
      fr: 'Cette session est déjà terminée.',
    },
  },
  forbidden: {
    status: 403,
    title: { en: 'Not allowed', fr: 'Accès refusé' },
    detail: {
      en: 'These credentials may not make this call.',
      fr: 'Ces identifiants ne permettent pas cet appel.',
    },
  },
  owner_only: {
    status: 403,
    title: { en: 'Only for owners', fr: 'Réservé aux propriétaires' },
    detail: {
      en: 'Only an owner of the account can do this. Ask an owner.',
      fr: 'Seul un propriétaire du compte peut faire cela. Adressez-vous à un propriétaire.',
    },
  },
  account_disabled: {
    status: 403,
    title: { en: 'Account disabled', fr: 'Compte désactivé' },
    detail: {
      en: 'Your account is disabled. Ask an owner of the account or contact support.',
      fr: 'Votre compte est désactivé. Adressez-vous à un propriétaire du compte ou communiquez avec le service à la clientèle.',
    },
  },
  user_not_found: {
    status: 404,
    title: { en: 'User not found', fr: 'Utilisateur introuvable' },
    detail: {
      en: 'There is no user {username}.',
      fr: 'Il n’y a pas d’utilisateur {username}.',
    },
  },
  last_owner: {
    status: 409,
    title: { en: 'Last owner', fr: 'Dernier propriétaire' },
    detail: {
      en: 'The account needs at least one owner who can sign in. Make someone else an owner first.',
      fr: 'Le compte doit garder au moins un propriétaire qui peut se connecter. Nommez d’abord un autre propriétaire.',
    },
  },
  user_disabled: {
    status: 409,
    title: { en: 'User disabled', fr: 'Utilisateur désactivé' },
    detail: {
      en: '{username} is disabled. Enable the user first.',
      fr: '{username} est désactivé. Réactivez d’abord l’utilisateur.',
    },
  },
  user_signed_in_before: {
    status: 409,
    title: { en: 'Already signed in', fr: 'Déjà connecté' },
    detail: {
      en: '{username} has signed in already and can use “Forgot password?”.',
      fr: '{username} s’est déjà connecté et peut utiliser «\u00A0Mot de passe oublié?\u00A0».',
    },
  },
  account_not_linked: {
    status: 403,
    title: { en: 'Account not set up', fr: 'Compte non configuré' },
    detail: {
      en: 'Your account does not belong to a merchant yet. Contact support.',
      fr: 'Votre compte n’est pas encore rattaché à un commerçant. Communiquez avec le service à la clientèle.',
    },
  },
  service_user_not_found: {
    status: 404,
    title: { en: 'Service user not found', fr: 'Utilisateur de service introuvable' },
    detail: {
      en: 'There is no service user {username}.',
      fr: 'Il n’y a pas d’utilisateur de service {username}.',
    },
  },
  username_taken: {
    status: 409,
    title: { en: 'Username taken', fr: 'Nom d’utilisateur déjà pris' },
    detail: {
      en: 'There is already a user {username}.',
      fr: 'Il y a déjà un utilisateur {username}.',
    },
  },
  too_many_service_users: {
    status: 409,
    title: { en: 'Too many service users', fr: 'Trop d’utilisateurs de service' },
    detail: {
      en: 'You can have at most {limit} service users. Revoke one that is no longer needed.',
      fr: 'Vous pouvez avoir au plus {limit} utilisateurs de service. Révoquez-en un qui ne sert plus.',
    },
  },
  too_many_attempts: {
    status: 429,
    title: { en: 'Too many attempts', fr: 'Trop de tentatives' },
    detail: {
      en: 'Too many attempts. Try again in {wait}.',
      fr: 'Trop de tentatives. Réessayez dans {wait}.',
    },
  },
  too_many_requests: {
    status: 429,
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    detail: {
      en: 'You have made more than {limit} requests within a minute. Wait a moment, then try again.',
      fr: 'Vous avez fait plus de {limit} requêtes en une minute. Attendez un instant, puis réessayez.',
    },
  },
  busy: {
    status: 503,
    retryAfter: 5,
    title: { en: 'Busy', fr: 'Service occupé' },
    detail: {
      en: 'The service is very busy right now. Try again in a few seconds.',
      fr: 'Le service est très sollicité en ce moment. Réessayez dans quelques secondes.',
    },
  },
  sign_in_unavailable: {
    status: 503,
    retryAfter: 5,
    title: { en: 'Sign-in not available', fr: 'Connexion indisponible' },
    detail: {
      en: 'The sign-in service isn’t responding. Try again in a moment.',
      fr: 'Le service qui vérifie les connexions ne répond pas. Réessayez dans un instant.',
    },
  },
} as const;
