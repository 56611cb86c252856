export const orderErrors = {
  order_not_found: {
    status: 404,
    title: { en: 'Order not found', fr: 'Commande introuvable' },
    detail: {
      en: 'There is no order {id}.',
      fr: 'Il n’y a pas de commande {id}.',
    },
  },
  order_not_restorable: {
    status: 409,
    title: { en: 'Cannot be restored', fr: 'Rétablissement impossible' },
    detail: {
      en: 'This order was deleted more than 30 days ago and can no longer be restored.',
      fr: 'Cette commande a été supprimée il y a plus de 30 jours et ne peut plus être rétablie.',
    },
  },
  address_not_found: {
    status: 404,
    title: { en: 'Saved recipient not found', fr: 'Destinataire enregistré introuvable' },
    detail: {
      en: 'This recipient is no longer in the address book. Someone may have deleted it.',
      fr: 'Ce destinataire n’est plus dans le carnet d’adresses. Quelqu’un l’a peut-être supprimé.',
    },
  },
  address_saved_already: {
    status: 409,
    title: { en: 'Already saved', fr: 'Déjà enregistré' },
    detail: {
      en: 'The address book already has this recipient at this address.',
      fr: 'Le carnet d’adresses contient déjà ce destinataire à cette adresse.',
    },
  },
  order_scanned: {
    status: 409,
    title: { en: 'Already scanned', fr: 'Déjà scannée' },
    detail: {
      en: 'The carrier has already scanned this order. Contact support if anything must still change.',
      fr: 'Le transporteur a déjà scanné cette commande. S’il faut encore changer quelque chose, communiquez avec le service à la clientèle.',
    },
  },
  order_picked_up: {
    status: 409,
    title: { en: 'Already picked up', fr: 'Déjà ramassée' },
    detail: {
      en: 'The carrier has already picked up this order. Contact support if anything must still change.',
      fr: 'Le transporteur a déjà ramassé cette commande. S’il faut encore changer quelque chose, communiquez avec le service à la clientèle.',
    },
  },
  order_archived: {
    status: 409,
    title: { en: 'Archived', fr: 'Archivée' },
    detail: {
      en: 'The order is archived and can no longer be changed.',
      fr: 'La commande est archivée et ne peut plus être modifiée.',
    },
  },
  order_not_printable: {
    status: 409,
    title: { en: 'No label yet', fr: 'Pas encore d’étiquette' },
    detail: {
      en: 'An order with the status “{status}” has no label yet: it must be located and rated first.',
      fr: 'Une commande à l’état «\u00A0{status}\u00A0» n’a pas encore d’étiquette\u00A0: elle doit d’abord être localisée et tarifée.',
    },
  },
  too_many_pages: {
    status: 409,
    title: { en: 'Too many pages', fr: 'Trop de pages' },
    detail: {
      en: 'These orders fill more than {limit} pages, the most that one file may have. Print fewer orders at a time.',
      fr: 'Ces commandes remplissent plus de {limit} pages, le maximum d’un fichier. Imprimez moins de commandes à la fois.',
    },
  },
  print_too_large: {
    status: 409,
    title: { en: 'Too much to print', fr: 'Impression trop volumineuse' },
    detail: {
      en: 'This file would be too large, or take too long to make. Print fewer orders at a time.',
      fr: 'Ce fichier serait trop volumineux ou trop long à produire. Imprimez moins de commandes à la fois.',
    },
  },
  order_not_drawable: {
    status: 500,
    title: { en: 'Could not be generated', fr: 'Document impossible à générer' },
    detail: {
      en: 'The documents for {trackingNumber} could not be generated. The error is ours: give this number to support.',
      fr: 'Les documents pour {trackingNumber} n’ont pas pu être générés. L’erreur vient de nous\u00A0: transmettez ce numéro au service à la clientèle.',
    },
  },
  transition_not_allowed: {
    status: 409,
    title: { en: 'Status change not allowed', fr: 'Changement d’état refusé' },
    detail: {
      en: 'An order with the status “{from}” cannot become “{to}”.',
      fr: 'Une commande à l’état «\u00A0{from}\u00A0» ne peut pas passer à «\u00A0{to}\u00A0».',
    },
  },
  too_many_exports: {
    status: 429,
    retryAfter: 10,
    title: { en: 'Too many exports', fr: 'Trop d’exportations' },
    detail: {
      en: 'Too many exports are running. Wait until one of them is done, then try again.',
      fr: 'Trop d’exportations sont en cours. Attendez que l’une d’elles se termine, puis réessayez.',
    },
  },
  order_cancelled: {
    status: 409,
    title: { en: 'Cancelled', fr: 'Annulée' },
    detail: {
      en: 'The order is cancelled. Create a new one instead.',
      fr: 'La commande est annulée. Créez-en plutôt une nouvelle.',
    },
  },
  order_not_geocoded: {
    status: 409,
    title: { en: 'Not geocoded', fr: 'Non localisée' },
    // The words of spec 1 §4.
    detail: {
      en: 'Not processed because order status is not GEOCODED',
      fr: 'Inchangée, car l’état de la commande n’est pas «\u00A0Localisée\u00A0»',
    },
  },
  order_not_ready: {
    status: 409,
    title: { en: 'Not ready for pickup', fr: 'Pas prête pour le ramassage' },
    detail: {
      en: 'The order is not marked ready for pickup.',
      fr: 'La commande n’est pas marquée prête pour le ramassage.',
    },
  },
  order_not_failed: {
    status: 409,
    title: { en: 'No failed delivery', fr: 'Aucun échec de livraison' },
    detail: {
      en: 'The delivery of the order has not failed.',
      fr: 'La livraison de la commande n’a pas échoué.',
    },
  },
  order_changed: {
    status: 409,
    title: { en: 'Changed in the meantime', fr: 'Modifiée entre-temps' },
    detail: {
      en: 'Someone changed the same part of the order in the meantime. Check its current values, then save again.',
      fr: 'Quelqu’un a modifié la même partie de la commande entre-temps. Vérifiez les valeurs actuelles, puis enregistrez de nouveau.',
    },
  },
  rates_changed: {
    status: 409,
    title: { en: 'Rates changed', fr: 'Tarifs modifiés' },
    detail: {
      en: 'The chosen rate is no longer offered: a cutoff has passed, or prices changed. Choose one of the current rates.',
      fr: 'Le tarif choisi n’est plus offert\u00A0: une heure limite est passée ou les prix ont changé. Choisissez l’un des tarifs actuels.',
    },
  },
  too_many_tags: {
    status: 409,
    title: { en: 'Too many tags', fr: 'Trop de balises' },
    detail: {
      en: 'An order can have at most {limit} tags. Remove one first.',
      fr: 'Une commande peut avoir au plus {limit} balises. Retirez-en une d’abord.',
    },
  },
  recipient_not_located: {
    status: 422,
    title: { en: 'Recipient’s address not found', fr: 'Adresse du destinataire introuvable' },
    detail: {
      en: 'The recipient’s address is not valid or is still being geocoded. Check the street, the city and the postal code.',
      fr: 'L’adresse du destinataire n’est pas valide ou est encore en cours de localisation. Vérifiez la rue, la ville et le code postal.',
    },
  },
  origin_not_located: {
    status: 422,
    title: { en: 'Origin address not found', fr: 'Adresse d’origine introuvable' },
    detail: {
      en: 'The origin address is not valid or is still being geocoded. Create the order again from another origin.',
      fr: 'L’adresse d’origine n’est pas valide ou est encore en cours de localisation. Recréez la commande à partir d’une autre origine.',
    },
  },
  photo_not_found: {
    status: 404,
    title: { en: 'Photo not found', fr: 'Photo introuvable' },
    detail: {
      en: 'This order has no such photo. A link to a photo works for 15 minutes: open the order again for a new one.',
      fr: 'Cette photo n’existe pas dans cette commande. Un lien vers une photo fonctionne 15 minutes\u00A0: ouvrez de nouveau la commande pour en obtenir un autre.',
    },
  },
} as const;
