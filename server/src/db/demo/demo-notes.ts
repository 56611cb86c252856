/** What recipients ask of the driver, in English and in French. */
export const DRIVER_NOTES = {
  en: [
    'Buzz 804, then leave with the concierge.',
    'Side door, please. The front step is being repaired.',
    'Leave behind the planter on the porch.',
    'Baby sleeping, please knock instead of ringing.',
    'Gate code 4471#. Mind the dog, he is friendly.',
    'Receiving dock is on the laneway, open 9 to 4.',
    'Call 10 minutes ahead, the elevator must be booked.',
    'It is a surprise gift: please do not say what is inside.',
    'Basement unit, entrance down the driveway on the left.',
    'Shared entrance with the bakery. Ring twice. If nobody answers, the neighbour at number 12 (Mrs. Abernathy) has agreed to take parcels until 8 p.m. and will pass them on.',
  ],
  fr: [
    'Sonner au 3, la porte de gauche.',
    'Laisser derrière la jardinière sur le balcon.',
    'Entrée par la ruelle, cour arrière.',
    'Appeler 10 minutes avant d’arriver, s’il vous plaît.',
    'Code de la porte : 2580. Laisser à la réception.',
    'Attention à l’escalier, il est glissant l’hiver.',
    'Bébé dort : frapper doucement, ne pas sonner.',
    'Le quai de réception ferme à 16 h.',
  ],
} as const;

/** Why drivers could not deliver, in English and in French. */
export const FAILURE_NOTES = {
  en: [
    'Nobody answered, buzzer out of order. Notice left at the door.',
    'Recipient asked to come back tomorrow after 5 p.m.',
    'Concierge refused the parcel: unit number does not match the name.',
    'Business closed when the driver arrived at 17:40.',
    'Road closed by police, street could not be reached.',
    'Nobody of age to show identification.',
  ],
  fr: [
    'Personne à la maison, avis laissé à la porte.',
    'Commerce fermé à l’arrivée du livreur.',
    'Le destinataire demande de repasser demain en fin de journée.',
    'Sonnette hors service, aucune réponse au téléphone.',
    'Rue barrée pour travaux, accès impossible.',
  ],
} as const;

/** Why the carrier gave up on an order, in English and in French. */
export const DAMAGE_NOTES = {
  en: [
    'Carton crushed at the depot, contents broken. Claim opened.',
    'Box soaked by a burst pipe at the depot.',
  ],
  fr: ['Boîte écrasée au dépôt, contenu brisé. Réclamation ouverte.'],
} as const;

/** What goes on the card of a gift. */
export const GIFT_MESSAGES = [
  'Happy birthday, Nana! Love, the whole crew',
  'Welcome home, you two. May the kettle always be on.',
  'Bonne fête Maman, on t’aime!',
  'Congratulations on the new place!',
  'Thank you for everything this year.',
];
