export const shopErrors = {
  shop_signature_invalid: {
    status: 401,
    title: { en: 'Signature not valid', fr: 'Signature non valide' },
    detail: {
      en: 'The request was not signed by the online shop platform, or is too old. Start again from the shop.',
      fr: 'La requête n’a pas été signée par la plateforme de la boutique, ou elle est trop ancienne. Recommencez depuis la boutique.',
    },
  },
  shop_link_expired: {
    status: 400,
    title: { en: 'Link expired', fr: 'Lien expiré' },
    detail: {
      en: 'It took too long to link the shop. Start again from the shop.',
      fr: 'La liaison de la boutique a pris trop de temps. Recommencez depuis la boutique.',
    },
  },
  shop_link_of_other_user: {
    status: 403,
    title: { en: 'Link started by another user', fr: 'Liaison commencée par une autre personne' },
    detail: {
      en: 'Another Portage user started to link {shop}, so it was not linked. To link it to your account, open Portage from the shop.',
      fr: 'Une autre personne a commencé à lier {shop} dans Portage; la boutique n’a donc pas été liée. Pour la lier à votre compte, ouvrez Portage depuis la boutique.',
    },
  },
  shop_linked_elsewhere: {
    status: 409,
    title: { en: 'Shop already linked', fr: 'Boutique déjà liée' },
    detail: {
      en: '{shop} is linked to another Portage account. Unlink it there first.',
      fr: '{shop} est liée à un autre compte Portage. Dissociez-la d’abord là-bas.',
    },
  },
  other_shop_linked: {
    status: 409,
    title: { en: 'Another shop is linked', fr: 'Une autre boutique est liée' },
    detail: {
      en: 'Your account is linked to {shop}. Linking this shop replaces it.',
      fr: 'Votre compte est lié à {shop}. Lier cette boutique la remplace.',
    },
  },
  shop_not_linked: {
    status: 404,
    title: { en: 'Shop not linked', fr: 'Boutique non liée' },
    detail: {
      en: 'The shop {shop} is not linked to your account.',
      fr: 'La boutique {shop} n’est pas liée à votre compte.',
    },
  },
  shop_authorization_failed: {
    status: 403,
    title: { en: 'Shop authorization failed', fr: 'Échec de l’autorisation de la boutique' },
    detail: {
      en: '{shop} revoked Portage’s access. Open Portage from the shop to link it again; nothing is lost.',
      fr: '{shop} a révoqué l’accès de Portage. Ouvrez Portage depuis la boutique pour la lier de nouveau; rien n’est perdu.',
    },
  },
  shop_unavailable: {
    status: 503,
    retryAfter: 5,
    title: { en: 'Shop not available', fr: 'Boutique non disponible' },
    detail: {
      en: 'The online shop platform isn’t responding. Try again in a moment.',
      fr: 'La plateforme de la boutique ne répond pas. Réessayez dans un instant.',
    },
  },
  shop_frozen: {
    status: 409,
    title: { en: 'Shop frozen', fr: 'Boutique bloquée' },
    detail: {
      en: 'The online shop platform has frozen or closed {shop}, as it does when its plan is not paid. Its owner can settle that there. The shop stays linked, and nothing is lost.',
      fr: 'La plateforme a bloqué ou fermé {shop}, comme elle le fait quand son forfait n’est pas payé. Son propriétaire peut régler cela là-bas. La boutique reste liée et rien n’est perdu.',
    },
  },
  shop_rejected: {
    status: 422,
    title: { en: 'Rejected by the shop', fr: 'Refusé par la boutique' },
    detail: {
      en: 'The shop answered: {message}',
      fr: 'La boutique a répondu\u00A0: {message}',
    },
  },
  shop_order_not_found: {
    status: 404,
    title: { en: 'Shop order not found', fr: 'Commande de la boutique introuvable' },
    detail: {
      en: 'The shop has no order {id}.',
      fr: 'La boutique n’a pas de commande {id}.',
    },
  },
  shop_order_unreadable: {
    status: 422,
    title: { en: 'Shop order not readable', fr: 'Commande de la boutique illisible' },
    detail: {
      en: 'Portage doesn’t understand {field} of shop order {id}.',
      fr: 'Portage ne comprend pas {field} de la commande {id} de la boutique.',
    },
  },
  shop_order_cancelled: {
    status: 409,
    title: { en: 'Cancelled in the shop', fr: 'Annulée dans la boutique' },
    detail: {
      en: 'Order {number} was cancelled in the shop.',
      fr: 'La commande {number} a été annulée dans la boutique.',
    },
  },
  shop_order_closed: {
    status: 409,
    title: { en: 'Nothing left to fulfill', fr: 'Rien à traiter' },
    detail: {
      en: 'Order {number} has nothing left to fulfill in the shop.',
      fr: 'La commande {number} n’a plus rien à traiter dans la boutique.',
    },
  },
  shop_order_on_hold: {
    status: 409,
    title: { en: 'On hold in the shop', fr: 'En attente dans la boutique' },
    detail: {
      en: 'Order {number} is on hold in the shop: {reason}. Release it there first.',
      fr: 'La commande {number} est en attente dans la boutique\u00A0: {reason}. Libérez-la d’abord là-bas.',
    },
  },
  shop_order_scheduled: {
    status: 409,
    title: { en: 'Scheduled in the shop', fr: 'Planifiée dans la boutique' },
    detail: {
      en: 'The shop scheduled order {number} for {date}. To fulfill it earlier, change that in the shop.',
      fr: 'La boutique a planifié la commande {number} pour le {date}. Pour la traiter plus tôt, changez cela dans la boutique.',
    },
  },
  shop_order_changed: {
    status: 409,
    title: { en: 'Changed in the shop', fr: 'Modifiée dans la boutique' },
    detail: {
      en: 'Order {number} was changed in the shop after you opened it. Check it and try again.',
      fr: 'La commande {number} a été modifiée dans la boutique après son ouverture. Vérifiez-la, puis réessayez.',
    },
  },
  shop_move_refused: {
    status: 409,
    title: { en: 'Cannot be moved to this location', fr: 'Déplacement impossible' },
    detail: {
      en: 'The shop cannot fulfill this order from the chosen location. It answered: {message}',
      fr: 'La boutique ne peut pas traiter cette commande depuis l’emplacement choisi. Elle a répondu\u00A0: {message}',
    },
  },
  shop_order_placed: {
    status: 409,
    title: { en: 'Delivery order exists', fr: 'La livraison existe déjà' },
    detail: {
      en: 'A delivery order was already created from {number}.',
      fr: 'Une livraison a déjà été créée à partir de {number}.',
    },
  },
  shop_order_not_placed: {
    status: 409,
    title: { en: 'No delivery order yet', fr: 'Pas encore de livraison' },
    detail: {
      en: '{number} has no delivery order yet. Choose a shipping rate to create one.',
      fr: '{number} n’a pas encore de livraison. Choisissez un tarif pour en créer une.',
    },
  },
  shop_order_incomplete: {
    status: 422,
    title: { en: 'Order incomplete', fr: 'Commande incomplète' },
    detail: {
      en: '{number} cannot become a delivery order: its address or phone is missing or not valid.',
      fr: '{number} ne peut pas devenir une livraison\u00A0: son adresse ou son téléphone manque ou n’est pas valide.',
    },
  },
  shop_location_gone: {
    status: 409,
    title: { en: 'Location not available', fr: 'Emplacement non disponible' },
    detail: {
      en: 'The shop can no longer fulfill from this location. Choose another.',
      fr: 'La boutique ne peut plus traiter de commandes depuis cet emplacement. Choisissez-en un autre.',
    },
  },
  no_shop_id: {
    status: 422,
    title: { en: 'No shop order', fr: 'Aucune commande de boutique' },
    detail: {
      en: 'The order does not come from the shop: it has no shop order ID.',
      fr: 'La commande ne vient pas de la boutique\u00A0: elle n’a pas d’identifiant de commande de boutique.',
    },
  },
} as const;
