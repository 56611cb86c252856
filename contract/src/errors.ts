import { z } from 'zod';
import type { Translated } from './locale.ts';

interface ErrorEntry {
  readonly status: number;
  readonly title: Translated;
  /** What the portal shows as "the server message"; `{name}` places are filled by the server. */
  readonly detail: Translated;
}

/**
 * Every refusal of the API, by its stable code. The code is part of the contract: it may be added,
 * never renamed.
 */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    title: { en: 'Invalid request', fr: 'Requête invalide' },
    detail: {
      en: 'Some values were not accepted. See the list of errors.',
      fr: 'Certaines valeurs n’ont pas été acceptées. Voyez la liste des erreurs.',
    },
  },
  malformed_json: {
    status: 400,
    title: { en: 'Malformed JSON', fr: 'JSON mal formé' },
    detail: {
      en: 'The body of the request is not valid JSON.',
      fr: 'Le corps de la requête n’est pas du JSON valide.',
    },
  },
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
  forbidden: {
    status: 403,
    title: { en: 'Not allowed', fr: 'Accès refusé' },
    detail: {
      en: 'These credentials may not make this call.',
      fr: 'Ces identifiants ne permettent pas cet appel.',
    },
  },
  account_not_linked: {
    status: 403,
    title: { en: 'Account not set up', fr: 'Compte non configuré' },
    detail: {
      en: 'Your account does not belong to a merchant yet. Contact support.',
      fr: 'Votre compte n’est pas encore rattaché à un marchand. Communiquez avec le soutien.',
    },
  },
  not_found: {
    status: 404,
    title: { en: 'Not found', fr: 'Introuvable' },
    detail: {
      en: 'There is nothing at {path}.',
      fr: 'Il n’y a rien à l’adresse {path}.',
    },
  },
  order_not_found: {
    status: 404,
    title: { en: 'Order not found', fr: 'Commande introuvable' },
    detail: {
      en: 'There is no order {id}.',
      fr: 'Il n’y a pas de commande {id}.',
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
  method_not_allowed: {
    status: 405,
    title: { en: 'Method not allowed', fr: 'Méthode non permise' },
    detail: {
      en: '{path} does not answer {method}.',
      fr: '{path} ne répond pas à {method}.',
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
      en: 'There may be at most {limit} service users. Revoke one that is no longer needed.',
      fr: 'Il peut y avoir au plus {limit} utilisateurs de service. Révoquez-en un qui ne sert plus.',
    },
  },
  order_not_printable: {
    status: 409,
    title: { en: 'No label yet', fr: 'Pas encore d’étiquette' },
    detail: {
      en: 'An order with the status “{status}” has no label yet: it must be located and rated first.',
      fr: 'Une commande à l’état « {status} » n’a pas encore d’étiquette : elle doit d’abord être localisée et tarifée.',
    },
  },
  transition_not_allowed: {
    status: 409,
    title: { en: 'Status change not allowed', fr: 'Changement d’état refusé' },
    detail: {
      en: 'An order that is {from} cannot become {to}.',
      fr: 'Une commande « {from} » ne peut pas devenir « {to} ».',
    },
  },
  request_in_progress: {
    status: 409,
    title: { en: 'Request in progress', fr: 'Requête en cours' },
    detail: {
      en: 'A request with this Idempotency-Key is still running. Try again in a moment.',
      fr: 'Une requête avec cette clé Idempotency-Key est encore en cours. Réessayez dans un instant.',
    },
  },
  body_too_large: {
    status: 413,
    title: { en: 'Request too large', fr: 'Requête trop volumineuse' },
    detail: {
      en: 'The body of a request may have at most {limit} bytes.',
      fr: 'Le corps d’une requête peut avoir au plus {limit} octets.',
    },
  },
  unsupported_media_type: {
    status: 415,
    title: { en: 'Unsupported content type', fr: 'Type de contenu non pris en charge' },
    detail: {
      en: 'Send the body as application/json.',
      fr: 'Envoyez le corps en application/json.',
    },
  },
  idempotency_key_reused: {
    status: 422,
    title: { en: 'Idempotency key reused', fr: 'Clé d’idempotence réutilisée' },
    detail: {
      en: 'This Idempotency-Key was already used with another request body.',
      fr: 'Cette clé Idempotency-Key a déjà servi avec un autre corps de requête.',
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
  internal_error: {
    status: 500,
    title: { en: 'Something went wrong', fr: 'Une erreur est survenue' },
    detail: {
      en: 'Something went wrong on our side. Try again; if it goes on, give support the request id.',
      fr: 'Une erreur est survenue de notre côté. Réessayez; si le problème persiste, transmettez l’identifiant de requête au soutien.',
    },
  },
  busy: {
    status: 503,
    title: { en: 'Busy', fr: 'Service occupé' },
    detail: {
      en: 'Very many people are signing in at this moment. Try again in a few seconds.',
      fr: 'Un très grand nombre de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
    },
  },
  sign_in_unavailable: {
    status: 503,
    title: { en: 'Sign-in not available', fr: 'Connexion indisponible' },
    detail: {
      en: 'The service that checks sign-ins does not answer. Try again in a moment.',
      fr: 'Le service qui vérifie les connexions ne répond pas. Réessayez dans un instant.',
    },
  },
  not_ready: {
    status: 503,
    title: { en: 'Not ready', fr: 'Pas prêt' },
    detail: {
      en: 'The service is starting or has lost its database. Try again in a moment.',
      fr: 'Le service démarre ou a perdu sa base de données. Réessayez dans un instant.',
    },
  },
} as const satisfies Record<string, ErrorEntry>;

/** The stable code of a refusal. */
export type ErrorCode = keyof typeof errorCatalogue;

/** One refused value of a request. */
export const FieldError = z.object({
  path: z.string().describe('Where the value stands, such as `recipientAddress.postalCode`.'),
  message: z.string().describe('What is wrong with it, in the language of the request.'),
});
export type FieldError = z.infer<typeof FieldError>;

/** The body of every refusal: `application/problem+json` (RFC 9457) with our `code`, `errors` and `requestId`. */
export const Problem = z
  .object({
    type: z.string().describe('A URI that names the kind of refusal.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What happened and what to do, in the language of the request.'),
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    errors: z.array(FieldError).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
