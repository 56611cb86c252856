export const shipstationErrors = {
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
      fr: 'Portage n’a pas d’étiquettes d’essai\u00A0: chaque étiquette crée une commande. Annulez-la avant qu’elle soit numérisée et rien n’est facturé.',
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
      en: 'Labels on letter paper come as PDF alone. Choose PDF, or 4x6.',
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
    title: { en: 'Transaction used before', fr: 'Transaction déjà utilisée' },
    detail: {
      en: 'The transaction {transactionId} was carried out with other content. Send a new transaction_id.',
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
