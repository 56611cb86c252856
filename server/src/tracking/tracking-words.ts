import { fillText, type Locale, type Translated } from '@portage/contract/locale';
import type { TrackedEventName } from './tracking-content.ts';
import type { ProgressStep, TrackingStatus } from './tracking-status.ts';

export const statusWords: Readonly<
  Record<TrackingStatus, { readonly headline: Translated; readonly detail: Translated }>
> = {
  ordered: {
    headline: { en: 'Order received', fr: 'Commande reçue' },
    detail: {
      en: '{merchant} is getting your order ready.',
      fr: '{merchant} prépare votre commande.',
    },
  },
  onHold: {
    headline: { en: 'On hold', fr: 'En attente' },
    detail: {
      en: 'A detail of this delivery has to be checked before it can leave. {merchant} can see what it is, and tell you more.',
      fr: 'Un détail de cette livraison doit être vérifié avant le départ. {merchant} peut voir lequel et vous en dire plus.',
    },
  },
  packed: {
    headline: { en: 'Ready to leave', fr: 'Prête à partir' },
    detail: {
      en: '{merchant} has packed your order. We will pick it up.',
      fr: '{merchant} a emballé votre commande. Nous passerons la prendre.',
    },
  },
  pickedUp: {
    headline: { en: 'Picked up', fr: 'Ramassée' },
    detail: {
      en: 'Your order has left {merchant} and is with us.',
      fr: 'Votre commande a quitté {merchant} et se trouve avec nous.',
    },
  },
  travelling: {
    headline: { en: 'On its way', fr: 'En route' },
    detail: {
      en: 'Your order is travelling to the depot nearest to you.',
      fr: 'Votre commande est en route vers le dépôt le plus proche de chez vous.',
    },
  },
  atDepot: {
    headline: { en: 'At our depot', fr: 'À notre dépôt' },
    detail: {
      en: 'We are sorting your order for its route.',
      fr: 'Nous trions votre commande pour sa tournée.',
    },
  },
  atLastDepot: {
    headline: { en: 'At the depot near you', fr: 'Au dépôt près de chez vous' },
    detail: {
      en: 'From here your order goes straight to your door.',
      fr: 'De là, votre commande ira directement à votre porte.',
    },
  },
  outForDelivery: {
    headline: { en: 'Out for delivery', fr: 'En cours de livraison' },
    detail: {
      en: 'Your order is in the vehicle, on its route to you.',
      fr: 'Votre commande est à bord du véhicule dont la tournée passe chez vous.',
    },
  },
  nearby: {
    headline: { en: 'Almost there', fr: 'Presque arrivée' },
    detail: {
      en: 'The driver is on the way to your door.',
      fr: 'Le livreur est en route vers votre porte.',
    },
  },
  delivered: {
    headline: { en: 'Delivered', fr: 'Livrée' },
    detail: {
      en: 'Your order from {merchant} has arrived.',
      fr: 'Votre commande chez {merchant} est arrivée.',
    },
  },
  notDelivered: {
    headline: { en: 'We could not deliver', fr: 'Livraison impossible cette fois' },
    detail: {
      en: 'We were at the door but could not hand your order over. It is safe with us. When it comes again, or goes back to {merchant}, you will see it here.',
      fr: 'Nous sommes passés, mais n’avons pas pu remettre votre commande. Elle est en sûreté avec nous. Son prochain passage, ou son retour chez {merchant}, s’affichera ici.',
    },
  },
  cancelled: {
    headline: { en: 'Delivery cancelled', fr: 'Livraison annulée' },
    detail: {
      en: 'We are not delivering this order. {merchant} can tell you more.',
      fr: 'Nous ne livrons pas cette commande. {merchant} peut vous en dire plus.',
    },
  },
  failed: {
    headline: {
      en: 'This order cannot be delivered',
      fr: 'Cette commande ne peut pas être livrée',
    },
    detail: {
      en: 'Something went wrong on the way, and we are sorry. {merchant} can see it and will know what to do next, so please ask them.',
      fr: 'Un problème est survenu en chemin, et nous en sommes désolés. {merchant} peut le voir et saura quoi faire\u00A0: communiquez avec ce commerçant.',
    },
  },
  returned: {
    headline: { en: 'Returned to {merchant}', fr: 'Retournée à {merchant}' },
    detail: {
      en: 'We could not hand your order over, and it is back with {merchant}. Please ask them about another delivery or a refund.',
      fr: 'Nous n’avons pas pu remettre votre commande, qui est de retour chez {merchant}. Adressez-vous à ce commerçant pour une nouvelle livraison ou un remboursement.',
    },
  },
  lost: {
    headline: { en: 'We are looking for your order', fr: 'Nous cherchons votre commande' },
    detail: {
      en: 'It is not where it should be, and we are sorry. When we find it, you will see it here. {merchant} can see this, too: you need not wait to ask them for help.',
      fr: 'Elle n’est pas où elle devrait être, et nous en sommes désolés. Dès que nous l’aurons trouvée, vous le verrez ici. {merchant} le voit aussi\u00A0: inutile d’attendre pour lui demander de l’aide.',
    },
  },
};

export const stepNames: Readonly<Record<ProgressStep['step'], Translated>> = {
  ordered: { en: 'Ordered', fr: 'Commandée' },
  pickedUp: { en: 'Picked up', fr: 'Ramassée' },
  atDepot: { en: 'At the depot', fr: 'Au dépôt' },
  outForDelivery: { en: 'Out for delivery', fr: 'En cours de livraison' },
  delivered: { en: 'Delivered', fr: 'Livrée' },
  notDelivered: { en: 'Not delivered', fr: 'Non livrée' },
  cancelled: { en: 'Cancelled', fr: 'Annulée' },
  failed: { en: 'Cannot be delivered', fr: 'Ne peut pas être livrée' },
  returned: { en: 'Returned', fr: 'Retournée' },
  lost: { en: 'Missing', fr: 'Introuvable' },
};

/** Read by screen readers. */
export const stepStates: Readonly<Record<ProgressStep['state'], Translated>> = {
  done: { en: 'Done', fr: 'Fait' },
  current: { en: 'Now', fr: 'Maintenant' },
  trouble: { en: 'Problem', fr: 'Problème' },
  ahead: { en: 'To come', fr: 'À venir' },
};

export const eventNames: Readonly<Record<TrackedEventName, Translated>> = {
  CREATED: { en: 'Order received', fr: 'Commande reçue' },
  PICKUP_READY: { en: 'Packed and ready to leave', fr: 'Emballée et prête à partir' },
  CARRIER_PICKED_UP: { en: 'Picked up', fr: 'Ramassée' },
  SHIPMENT_CREATED: { en: 'On its way to another depot', fr: 'En route vers un autre dépôt' },
  SHIPMENT_PROCESSING: { en: 'Sorted at the depot', fr: 'Triée au dépôt' },
  RECEIVED_AT_DESTINATION: {
    en: 'Arrived at the depot near you',
    fr: 'Arrivée au dépôt près de chez vous',
  },
  OUT_FOR_DELIVERY: { en: 'Out for delivery', fr: 'En cours de livraison' },
  DELIVERY_EN_ROUTE: {
    en: 'Driver on the way to your door',
    fr: 'Livreur en route vers votre porte',
  },
  DELIVERY_COMPLETED: { en: 'Handed over', fr: 'Remise' },
  DELIVERED: { en: 'Delivered', fr: 'Livrée' },
  DELIVERY_FAILED: { en: 'Could not be delivered', fr: 'N’a pas pu être livrée' },
  CANCELLED: { en: 'Cancelled', fr: 'Annulée' },
  FAILED: { en: 'Cannot be delivered', fr: 'Ne peut pas être livrée' },
  RETURN_TO_SENDER: { en: 'Returned to the sender', fr: 'Retournée à l’expéditeur' },
  LOST: { en: 'Missing', fr: 'Introuvable' },
  SCANNED: { en: 'Scanned', fr: 'Scannée' },
  TIME_CHANGED: { en: 'Delivery time changed', fr: 'Heure de livraison modifiée' },
};

/** `{…}` is filled in. */
const WORDS = {
  today: { en: 'today', fr: 'aujourd’hui' },
  tomorrow: { en: 'tomorrow', fr: 'demain' },
  by: { en: 'by {day}', fr: 'au plus tard {day}' },
  arriving: { en: 'Arriving {when}', fr: 'Arrivée prévue {when}' },
  expected: { en: 'Expected {when}', fr: 'Livraison prévue {when}' },
  wasExpected: { en: 'Was expected {when}', fr: 'Était prévue {when}' },
  late: {
    en: 'It is taking longer than planned, and we are sorry. Check back here for updates.',
    fr: 'C’est plus long que prévu, et nous en sommes désolés. Revenez ici pour la suite.',
  },
  changed: {
    en: 'The delivery time has changed. Before: {when}',
    fr: 'L’heure de livraison a changé. Avant\u00A0: {when}',
  },
  reason: { en: 'Why: {reason}', fr: 'Pourquoi\u00A0: {reason}' },
  deliveredAt: { en: '{day} at\u00A0{time}', fr: '{day} à\u00A0{time}' },
  forSomebody: { en: 'For {name} in {city}', fr: 'Pour {name}, à {city}' },
  forCity: { en: 'To {city}', fr: 'Destination\u00A0: {city}' },
  labelTitle: { en: 'This label is out of date', fr: 'Cette étiquette n’est plus à jour' },
  label: {
    en: 'The delivery was changed after this label was printed, so what it says may be wrong. Go by this page; {merchant} can tell you more.',
    fr: 'La livraison a été modifiée après l’impression de cette étiquette, qui peut donc être inexacte. Fiez-vous à cette page; {merchant} peut vous en dire plus.',
  },
  progress: { en: 'Progress', fr: 'Avancement' },
  stepState: { en: ': {state}', fr: '\u00A0: {state}' },
  proof: { en: 'Proof of delivery', fr: 'Preuve de livraison' },
  photo: { en: 'Photo of the delivery', fr: 'Photo de la livraison' },
  signature: { en: 'Signature', fr: 'Signature' },
  numbered: { en: '{name}, {number} of {count}', fr: '{name}, {number} sur {count}' },
  happened: { en: 'What has happened', fr: 'Ce qui s’est passé' },
  newestEvents: {
    en: 'These are the {count} newest events.',
    fr: 'Voici les {count} événements les plus récents.',
  },
  packageOf: { en: 'package {number} of {count}', fr: 'colis {number} sur {count}' },
  about: { en: 'About this delivery', fr: 'À propos de cette livraison' },
  trackingNumber: { en: 'Tracking number', fr: 'Numéro de suivi' },
  packages: { en: 'Packages', fr: 'Colis' },
  from: { en: 'From', fr: 'De' },
  to: { en: 'To', fr: 'À' },
  contact: { en: 'Write to {merchant}', fr: 'Écrire à {merchant}' },
  localTimes: { en: 'Times are local to {city}.', fr: 'Heures locales\u00A0: {city}.' },
  asOf: { en: 'Updated at {time}', fr: 'Mis à jour à {time}' },
  refresh: { en: 'Refresh', fr: 'Actualiser' },
  another: { en: 'Track another delivery', fr: 'Suivre une autre livraison' },
  byPortage: { en: 'Delivered with Portage', fr: 'Livré avec Portage' },
  otherLanguage: { en: 'Français', fr: 'English' },
  trackTitle: { en: 'Track a delivery', fr: 'Suivre une livraison' },
  trackLead: {
    en: 'See where your delivery is and when it will arrive.',
    fr: 'Voyez où se trouve votre livraison et quand elle arrivera.',
  },
  numberLabel: { en: 'Tracking number', fr: 'Numéro de suivi' },
  numberHint: {
    en: 'It begins with PTG and has 14 characters. It is on the label or in your e-mail.',
    fr: 'Il commence par PTG et compte 14 caractères. Il figure sur l’étiquette ou dans votre courriel.',
  },
  track: { en: 'Track', fr: 'Suivre' },
  notFoundTitle: { en: 'We cannot find this delivery', fr: 'Nous ne trouvons pas cette livraison' },
  notFound: {
    en: 'No delivery has this number, or it was long ago. Compare it with the one you were given, or ask the sender.',
    fr: 'Aucune livraison ne porte ce numéro, ou elle date d’il y a longtemps. Comparez-le à celui que vous avez reçu, ou demandez à l’expéditeur.',
  },
  notANumber: {
    en: 'This is not one of our tracking numbers: check it for a typo against the number you were given.',
    fr: 'Ce n’est pas un de nos numéros de suivi\u00A0: cherchez une faute de frappe en le comparant au numéro que vous avez reçu.',
  },
  waitTitle: { en: 'Please wait a moment', fr: 'Un peu de patience' },
  wait: {
    en: 'Too many unknown numbers were tried from your network. Try again in {wait}.',
    fr: 'Trop de numéros inconnus ont été essayés à partir de votre réseau. Réessayez dans {wait}.',
  },
  failureTitle: { en: 'Something went wrong', fr: 'Un problème est survenu' },
  failure: {
    en: 'We cannot show deliveries right now. Your number is not the cause: try again in a moment.',
    fr: 'Nous ne pouvons pas afficher les livraisons en ce moment. Votre numéro n’y est pour rien\u00A0: réessayez dans un instant.',
  },
} as const satisfies Record<string, Translated>;

type Word = keyof typeof WORDS;

/** Plain text, escaped where it becomes HTML. */
export type Say = (
  word: Word | Translated,
  values?: Readonly<Record<string, string | number>>,
) => string;

export const sayIn =
  (locale: Locale): Say =>
  (word, values = {}) =>
    fillText((typeof word === 'string' ? WORDS[word] : word)[locale], values);
