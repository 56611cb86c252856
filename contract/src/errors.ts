import { z } from 'zod';
import type { Translated } from './locale.ts';
import { orderErrors } from './orders/order-errors.ts';
import { ExplainedRates } from './rates/rates.ts';
import { shopErrors } from './shop/shop-errors.ts';
import { accountErrors, secondFactorErrors } from './users/account-errors.ts';

const shipstationErrors = {
  shipstation_not_connected: {
    status: 404,
    title: { en: 'ShipStation not connected', fr: 'ShipStation non connecté' },
    detail: {
      en: 'ShipStation is not connected to your account.',
      fr: 'ShipStation n’est pas connecté à votre compte.',
    },
  },
  invalid_shipstation_key: {
    status: 401,
    title: { en: 'Invalid API key', fr: 'Clé d’API non valide' },
    detail: {
      en: 'Portage does not know this API key. Copy it from the ShipStation page of the Portage portal.',
      fr: 'Portage ne connaît pas cette clé d’API. Copiez-la depuis la page ShipStation du portail Portage.',
    },
  },
  connect_connected_already: {
    status: 409,
    title: { en: 'Already connected', fr: 'Déjà connecté' },
    detail: {
      en: 'This API key is already connected to ShipStation. To connect again, generate a new key on the ShipStation page of the Portage portal.',
      fr: 'Cette clé d’API est déjà connectée à ShipStation. Pour vous connecter de nouveau, générez une nouvelle clé à la page ShipStation du portail Portage.',
    },
  },
  connect_service_required: {
    status: 422,
    title: { en: 'No service', fr: 'Aucun service' },
    detail: {
      en: 'Choose a service: {offered}.',
      fr: 'Choisissez un service\u00A0: {offered}.',
    },
  },
  connect_service_unknown: {
    status: 422,
    title: { en: 'Service not offered', fr: 'Service non offert' },
    detail: {
      en: 'Portage does not offer the service {service} in ShipStation. Choose one of these: {offered}.',
      fr: 'Portage n’offre pas le service {service} dans ShipStation. Choisissez parmi ceux-ci\u00A0: {offered}.',
    },
  },
  connect_not_insured: {
    status: 422,
    title: { en: 'No insurance', fr: 'Aucune assurance' },
    detail: {
      en: 'Portage does not insure packages. Choose another insurance provider, or none.',
      fr: 'Portage n’assure pas les colis. Choisissez un autre assureur, ou aucun.',
    },
  },
  connect_no_test_labels: {
    status: 422,
    title: { en: 'No test labels', fr: 'Aucune étiquette d’essai' },
    detail: {
      en: 'Portage has no test labels: each label places an order. Void it before it is scanned and nothing is charged.',
      fr: 'Portage n’a pas d’étiquettes d’essai\u00A0: chaque étiquette crée une commande. Annulez-la avant qu’elle soit scannée et rien n’est facturé.',
    },
  },
  connect_no_paperless_labels: {
    status: 422,
    title: { en: 'No paperless labels', fr: 'Aucune étiquette sans papier' },
    detail: {
      en: 'Portage has no paperless labels. Ask for a label.',
      fr: 'Portage n’a pas d’étiquettes sans papier. Demandez une étiquette.',
    },
  },
  connect_layout_unavailable: {
    status: 422,
    title: { en: 'Layout not available', fr: 'Mise en page non disponible' },
    detail: {
      en: 'Labels on letter paper are available only as PDF. Choose PDF, or 4x6.',
      fr: 'Les étiquettes sur papier lettre sont offertes en PDF seulement. Choisissez le PDF, ou 4x6.',
    },
  },
  connect_address_not_found: {
    status: 422,
    title: { en: 'Address not found', fr: 'Adresse introuvable' },
    detail: {
      en: 'The origin or the recipient’s address cannot be located. Check the street and the postal code.',
      fr: 'L’adresse d’origine ou celle du destinataire est introuvable. Vérifiez la rue et le code postal.',
    },
  },
  connect_not_carried: {
    status: 422,
    title: { en: 'Cannot be carried', fr: 'Livraison impossible' },
    detail: { en: '{reason}', fr: '{reason}' },
  },
  connect_transaction_reused: {
    status: 422,
    title: { en: 'Transaction already used', fr: 'Transaction déjà utilisée' },
    detail: {
      en: 'The transaction {transactionId} was already carried out with different content. Send a new transaction_id.',
      fr: 'La transaction {transactionId} a été effectuée avec un autre contenu. Envoyez un nouveau transaction_id.',
    },
  },
  connect_shipment_unknown: {
    status: 404,
    title: { en: 'Shipment not found', fr: 'Expédition introuvable' },
    detail: {
      en: 'Your Portage account has no shipment {trackingNumber}.',
      fr: 'Votre compte Portage n’a aucune expédition {trackingNumber}.',
    },
  },
  connect_shipment_void: {
    status: 409,
    title: { en: 'Label void', fr: 'Étiquette annulée' },
    detail: {
      en: 'The label {trackingNumber} is void, or its order cannot be delivered. Leave it out.',
      fr: 'L’étiquette {trackingNumber} est annulée, ou sa commande ne peut pas être livrée. Retirez-la.',
    },
  },
  connect_pickup_unknown: {
    status: 404,
    title: { en: 'Pickup not found', fr: 'Ramassage introuvable' },
    detail: {
      en: 'Your Portage account has no pickup with this confirmation.',
      fr: 'Votre compte Portage n’a aucun ramassage avec cette confirmation.',
    },
  },
} as const;

const carrierErrors = {
  invalid_carrier_key: {
    status: 401,
    title: { en: 'Invalid carrier key', fr: 'Clé de transporteur non valide' },
    detail: {
      en: 'This call needs a valid carrier key as its bearer token.',
      fr: 'Cet appel exige une clé de transporteur valide comme jeton (Bearer).',
    },
  },
  tracking_number_unknown: {
    status: 404,
    title: { en: 'Unknown tracking number', fr: 'Numéro de suivi inconnu' },
    detail: {
      en: 'No order and no package has the tracking number {trackingNumber}.',
      fr: 'Aucune commande ni aucun colis n’a le numéro de suivi {trackingNumber}.',
    },
  },
  order_deleted: {
    status: 410,
    title: { en: 'Order deleted', fr: 'Commande supprimée' },
    detail: {
      en: 'The order {trackingNumber} was deleted by its merchant.',
      fr: 'La commande {trackingNumber} a été supprimée par son commerçant.',
    },
  },
  event_in_future: {
    status: 422,
    title: { en: 'Event in the future', fr: 'Événement à venir' },
    detail: {
      en: 'The event is dated in the future. Check the clock of the sender.',
      fr: 'L’événement porte une date à venir. Vérifiez l’horloge de l’expéditeur.',
    },
  },
  event_too_old: {
    status: 422,
    title: { en: 'Event too old', fr: 'Événement trop ancien' },
    detail: {
      en: 'The event is dated more than {days} days ago. Check the clock of the sender.',
      fr: 'L’événement date de plus de {days} jours. Vérifiez l’horloge de l’expéditeur.',
    },
  },
  too_many_events: {
    status: 409,
    title: { en: 'Too many events', fr: 'Trop d’événements' },
    detail: {
      en: 'The order {trackingNumber} has {limit} events, the maximum. Check what the sender repeats.',
      fr: 'La commande {trackingNumber} a {limit} événements, soit le maximum. Vérifiez ce que l’expéditeur répète.',
    },
  },
  too_many_photos: {
    status: 409,
    title: { en: 'Too many photos', fr: 'Trop de photos' },
    detail: {
      en: 'The order {trackingNumber} has {limit} photos, the maximum. Check what the sender repeats.',
      fr: 'La commande {trackingNumber} a {limit} photos, soit le maximum. Vérifiez ce que l’expéditeur répète.',
    },
  },
  event_before_order: {
    status: 422,
    title: { en: 'Event before the order', fr: 'Événement antérieur à la commande' },
    detail: {
      en: 'The event is dated before the order was created. Check the clock of the sender.',
      fr: 'L’événement est antérieur à la création de la commande. Vérifiez l’horloge de l’expéditeur.',
    },
  },
  photo_unsupported: {
    status: 415,
    title: { en: 'Not a picture', fr: 'Image non valide' },
    detail: {
      en: 'The file is not a complete JPEG, PNG or GIF picture of up to 50 megapixels, whatever its name or content type says.',
      fr: 'Le fichier n’est pas une image JPEG, PNG ou GIF entière d’au plus 50 mégapixels, quoi qu’en disent son nom ou son type.',
    },
  },
  photos_unavailable: {
    status: 503,
    retryAfter: 5,
    title: { en: 'Photos unavailable', fr: 'Photos indisponibles' },
    detail: {
      en: 'Photos cannot be stored or shown right now. Try again in a moment.',
      fr: 'Les photos ne peuvent être ni conservées ni affichées pour le moment. Réessayez dans un instant.',
    },
  },
} as const;

const merchantErrors = {
  already_in_profile: {
    status: 409,
    title: { en: 'Already there', fr: 'Déjà présent' },
    detail: {
      en: 'Your profile already has {what}.',
      fr: 'Votre profil contient déjà {what}.',
    },
  },
  not_in_profile: {
    status: 404,
    title: { en: 'Not there', fr: 'Absent' },
    detail: {
      en: 'Your profile does not have {what}. Someone may have removed it already.',
      fr: 'Votre profil ne contient pas {what}. Une autre personne a peut-être déjà fait ce retrait.',
    },
  },
  logo_unusable: {
    status: 422,
    title: { en: 'Logo cannot be used', fr: 'Logo inutilisable' },
    detail: {
      en: 'The picture at this address cannot be used. {reason}',
      fr: 'L’image à cette adresse ne peut pas être utilisée. {reason}',
    },
  },
  profile_full: {
    status: 409,
    title: { en: 'Limit reached', fr: 'Limite atteinte' },
    detail: {
      en: 'Your profile can have at most {limit} {what}. Remove some first.',
      fr: 'Votre profil peut contenir au plus {limit} {what}. Retirez-en d’abord.',
    },
  },
  preset_not_found: {
    status: 404,
    title: { en: 'Preset not found', fr: 'Modèle introuvable' },
    detail: {
      en: 'This preset no longer exists. Someone may have deleted it.',
      fr: 'Ce modèle de colis n’existe plus. Quelqu’un l’a peut-être supprimé.',
    },
  },
  preset_name_taken: {
    status: 409,
    title: { en: 'Name taken', fr: 'Nom déjà utilisé' },
    detail: {
      en: 'A preset is already named “{name}”. Choose another name.',
      fr: 'Un modèle de colis porte déjà le nom «\u00A0{name}\u00A0». Choisissez un autre nom.',
    },
  },
  too_many_presets: {
    status: 409,
    title: { en: 'Too many presets', fr: 'Trop de modèles' },
    detail: {
      en: 'You have {limit} presets, the maximum. Delete one first.',
      fr: 'Vous avez {limit} modèles de colis, soit le maximum. Supprimez-en un d’abord.',
    },
  },
} as const;

const importErrors = {
  import_not_found: {
    status: 404,
    title: { en: 'Import not found', fr: 'Importation introuvable' },
    detail: {
      en: 'There is no import {id}.',
      fr: 'Il n’y a pas d’importation {id}.',
    },
  },
  import_repeated: {
    status: 409,
    title: { en: 'Same content again', fr: 'Contenu déjà importé' },
    detail: {
      en: 'The same rows were already imported (import {id}). Send them with allowRepeat=true to create the orders again.',
      fr: 'Les mêmes lignes ont déjà été importées (importation {id}). Envoyez-les avec allowRepeat=true pour créer de nouveau les commandes.',
    },
  },
  import_finished: {
    status: 409,
    title: { en: 'Import finished', fr: 'Importation terminée' },
    detail: {
      en: 'This import has finished, so there is nothing to cancel. You can undo it instead.',
      fr: 'Cette importation est terminée\u00A0: il n’y a rien à annuler. Vous pouvez plutôt supprimer ses commandes.',
    },
  },
  import_running: {
    status: 409,
    title: { en: 'Import still running', fr: 'Importation en cours' },
    detail: {
      en: 'This import is still running. Cancel it first, then undo it.',
      fr: 'Cette importation est encore en cours. Annulez-la d’abord, puis supprimez ses commandes.',
    },
  },
  import_picked_up: {
    status: 409,
    title: { en: 'Already picked up', fr: 'Déjà ramassée' },
    detail: {
      en: 'The carrier has already scanned or picked up an order of this import, so it cannot be undone as a whole. Delete its orders one by one instead.',
      fr: 'Le transporteur a déjà scanné ou ramassé une commande de cette importation\u00A0: elle ne peut plus être annulée au complet. Supprimez plutôt ses commandes une à une.',
    },
  },
  import_unreadable: {
    status: 400,
    title: { en: 'File not readable', fr: 'Fichier illisible' },
    detail: {
      en: 'The file {file} cannot be imported: {reason}',
      fr: 'Le fichier {file} ne peut pas être importé\u00A0: {reason}',
    },
  },
} as const;

export interface ErrorEntry {
  readonly status: number;
  readonly title: Translated;
  /** Shown by the portal as "the server message"; the server fills `{name}` places. */
  readonly detail: Translated;
  /** Seconds until the same call may succeed: the answer's `Retry-After`. */
  readonly retryAfter?: number;
}

/** Codes may be added, never renamed. */
export const errorCatalogue = {
  ...accountErrors,
  ...secondFactorErrors,
  ...orderErrors,
  ...shopErrors,
  ...shipstationErrors,
  ...carrierErrors,
  ...importErrors,
  ...merchantErrors,
  invalid_request: {
    status: 400,
    title: { en: 'Invalid request', fr: 'Requête non valide' },
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
  malformed_form: {
    status: 400,
    title: { en: 'Malformed form', fr: 'Formulaire mal formé' },
    detail: {
      en: 'The form in the body of the request ends early, has no boundary, or is not valid.',
      fr: 'Le formulaire dans le corps de la requête est tronqué, sans délimiteur ou non valide.',
    },
  },
  content_encoding_unsupported: {
    status: 415,
    title: { en: 'Compressed body', fr: 'Corps compressé' },
    detail: {
      en: 'Send the body as it is, without Content-Encoding.',
      fr: 'Envoyez le corps tel quel, sans Content-Encoding.',
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
      en: '{path} does not accept {method}.',
      fr: '{path} n’accepte pas {method}.',
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
      en: 'You have {limit} views, the maximum. Delete one first.',
      fr: 'Vous avez {limit} vues, soit le maximum. Supprimez-en une d’abord.',
    },
  },
  request_in_progress: {
    status: 409,
    title: { en: 'Request in progress', fr: 'Requête en cours' },
    detail: {
      en: 'The same request is still running. Try again in a moment.',
      fr: 'La même requête est encore en cours. Réessayez dans un instant.',
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
  too_many_values: {
    status: 413,
    title: { en: 'Too many values', fr: 'Trop de valeurs' },
    detail: {
      en: 'The body of a request may have at most {limit} values.',
      fr: 'Le corps d’une requête peut contenir au plus {limit} valeurs.',
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
      en: 'This Idempotency-Key was already used with a different request body.',
      fr: 'Cette clé Idempotency-Key a déjà servi avec un autre corps de requête.',
    },
  },
  internal_error: {
    status: 500,
    title: { en: 'Something went wrong', fr: 'Une erreur est survenue' },
    detail: {
      en: 'Something went wrong on our side. Try again; if the problem continues, give support the request ID.',
      fr: 'Une erreur est survenue de notre côté. Réessayez; si le problème persiste, transmettez l’identifiant de requête au service à la clientèle.',
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

export const ErrorCode = z.enum(
  Object.keys(errorCatalogue) as [keyof typeof errorCatalogue, ...(keyof typeof errorCatalogue)[]],
);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const FieldError = z.object({
  path: z.string().describe('Path of the value, such as `recipientAddress.postalCode`.'),
  message: z.string().describe('Message in the language of the request.'),
});
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error: `application/problem+json` (RFC 9457) with our `code`, `errors` and `requestId`. */
export const Problem = z
  .object({
    type: z.string().describe('A URI that names the kind of error.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('Explanation and remedy, in the language of the request.'),
    code: ErrorCode,
    errors: z.array(FieldError).optional(),
    rates: ExplainedRates.optional().describe('With `rates_changed`: the rates of now.'),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
