/** The errors of calls of the carrier's systems; part of the catalogue in errors.ts. */
export const carrierErrors = {
  invalid_carrier_key: {
    status: 401,
    title: { en: 'Invalid carrier key', fr: 'Clé de transporteur invalide' },
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
    title: { en: 'Event in the future', fr: 'Événement dans le futur' },
    detail: {
      en: 'The event is dated in the future. Check the clock of the sender.',
      fr: 'L’événement est daté dans le futur. Vérifiez l’horloge de l’expéditeur.',
    },
  },
  event_too_old: {
    status: 422,
    title: { en: 'Event too old', fr: 'Événement trop ancien' },
    detail: {
      en: 'The event is dated more than {days} days ago. Check the clock of the sender.',
      fr: 'L’événement est daté d’il y a plus de {days} jours. Vérifiez l’horloge de l’expéditeur.',
    },
  },
  too_many_events: {
    status: 409,
    title: { en: 'Too many events', fr: 'Trop d’événements' },
    detail: {
      en: 'The order {trackingNumber} has {limit} events, which is the most. Check what the sender repeats.',
      fr: 'La commande {trackingNumber} a {limit} événements, soit le maximum. Vérifiez ce que l’expéditeur répète.',
    },
  },
  too_many_photos: {
    status: 409,
    title: { en: 'Too many photos', fr: 'Trop de photos' },
    detail: {
      en: 'The order {trackingNumber} has {limit} photos, which is the most. Check what the sender repeats.',
      fr: 'La commande {trackingNumber} a {limit} photos, soit le maximum. Vérifiez ce que l’expéditeur répète.',
    },
  },
  event_before_order: {
    status: 422,
    title: { en: 'Event before the order', fr: 'Événement antérieur à la commande' },
    detail: {
      en: 'The event is dated before the order was created. Check the clock of the sender.',
      fr: 'L’événement est daté d’avant la création de la commande. Vérifiez l’horloge de l’expéditeur.',
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
