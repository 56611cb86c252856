import { ExplainedRates } from './explained-rates.ts';
import { z } from 'zod';
import { accountErrors } from './account-errors.ts';
import { carrierErrors } from './carrier-errors.ts';
import { importErrors } from './import-errors.ts';
import type { Translated } from './locale.ts';
import { merchantErrors } from './merchant-errors.ts';
import { orderErrors } from './order-errors.ts';
import { secondFactorErrors } from './second-factor-errors.ts';
import { shopErrors } from './shop-errors.ts';

/** One error of the catalogue. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: Translated;
  /** What the portal shows as "the server message"; `{name}` places are filled by the server. */
  readonly detail: Translated;
  /** In how many seconds the same call may succeed: the answer's `Retry-After`. */
  readonly retryAfter?: number;
}

/**
 * Every error of the API, by its stable code. The code is part of the contract: it may be added,
 * never renamed.
 */
export const errorCatalogue = {
  ...accountErrors,
  ...secondFactorErrors,
  ...orderErrors,
  ...shopErrors,
  ...carrierErrors,
  ...importErrors,
  ...merchantErrors,
  invalid_request: {
    status: 400,
    title: { en: 'Invalid request', fr: 'Requête invalide' },
    detail: {
      en: 'Some values were not accepted. See the list of errors.',
      fr: 'Certaines valeurs n’ont pas été acceptées. Voyez la liste des erreurs.',
    },
  },
  form_token_invalid: {
    status: 400,
    title: { en: 'Form not accepted', fr: 'Formulaire non accepté' },
    detail: {
      en: 'The form was open too long, or was sent too fast. Send it again.',
      fr: 'Le formulaire est resté ouvert trop longtemps ou a été envoyé trop vite. Envoyez-le de nouveau.',
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
  not_found: {
    status: 404,
    title: { en: 'Not found', fr: 'Introuvable' },
    detail: {
      en: 'There is nothing at {path}.',
      fr: 'Il n’y a rien à l’adresse {path}.',
    },
  },
  place_not_found: {
    status: 404,
    title: { en: 'Address not found', fr: 'Adresse introuvable' },
    detail: {
      en: 'The details of this address are not available right now. Fill in the fields.',
      fr: 'Les détails de cette adresse ne sont pas disponibles pour le moment. Remplissez les champs.',
    },
  },
  view_not_found: {
    status: 404,
    title: { en: 'View not found', fr: 'Vue introuvable' },
    detail: {
      en: 'This view no longer exists. Save it under a new name.',
      fr: 'Cette vue n’existe plus. Enregistrez-la sous un nouveau nom.',
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
  view_name_taken: {
    status: 409,
    title: { en: 'Name taken', fr: 'Nom déjà utilisé' },
    detail: {
      en: 'You already have a view named “{name}”. Choose another name, or change that view.',
      fr: 'Vous avez déjà une vue nommée «\u00A0{name}\u00A0». Choisissez un autre nom ou modifiez cette vue.',
    },
  },
  too_many_views: {
    status: 409,
    title: { en: 'Too many views', fr: 'Trop de vues' },
    detail: {
      en: 'You have {limit} views, which is the most. Delete one first.',
      fr: 'Vous avez {limit} vues, soit le maximum. Supprimez-en une d’abord.',
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
      en: 'Send the body as {mediaTypes}.',
      fr: 'Envoyez le corps en {mediaTypes}.',
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
  internal_error: {
    status: 500,
    title: { en: 'Something went wrong', fr: 'Une erreur est survenue' },
    detail: {
      en: 'Something went wrong on our side. Try again; if the problem continues, give support the request ID.',
      fr: 'Une erreur est survenue de notre côté. Réessayez; si le problème persiste, transmettez l’identifiant de requête au soutien.',
    },
  },
  not_ready: {
    status: 503,
    retryAfter: 5,
    title: { en: 'Not ready', fr: 'Pas prêt' },
    detail: {
      en: 'The service is starting or has lost its database. Try again in a moment.',
      fr: 'Le service démarre ou a perdu sa base de données. Réessayez dans un instant.',
    },
  },
} as const satisfies Record<string, ErrorEntry>;

/** The stable code of an error. */
export const ErrorCode = z.enum(
  Object.keys(errorCatalogue) as [keyof typeof errorCatalogue, ...(keyof typeof errorCatalogue)[]],
);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** One invalid value of a request. */
export const FieldError = z.object({
  path: z.string().describe('Where the value stands, such as `recipientAddress.postalCode`.'),
  message: z.string().describe('What is wrong with it, in the language of the request.'),
});
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error: `application/problem+json` (RFC 9457) with our `code`, `errors` and `requestId`. */
export const Problem = z
  .object({
    type: z.string().describe('A URI that names the kind of error.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What happened and what to do, in the language of the request.'),
    code: ErrorCode,
    errors: z.array(FieldError).optional(),
    rates: ExplainedRates.optional().describe('With `rates_changed`: the rates of now.'),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
