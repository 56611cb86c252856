import type { Translated } from '@portage/contract/locale';
import type { ProgressStep } from './progress.ts';
import type { Standing } from './standings.ts';
import type { TrackedEventName } from './tracked-events.ts';

/** Where an order stands: the headline of its page and what explains it. */
export const standingWords: Readonly<
  Record<Standing, { readonly headline: Translated; readonly detail: Translated }>
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
      fr: 'Votre commande est dans le véhicule, sur la tournée qui passe chez vous.',
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
      fr: 'Votre commande de {merchant} est arrivée.',
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
      fr: 'Un problème est survenu en chemin, et nous en sommes désolés. {merchant} peut le voir et saura quoi faire\u00A0: communiquez avec l’équipe.',
    },
  },
  returned: {
    headline: { en: 'Returned to {merchant}', fr: 'Retournée à {merchant}' },
    detail: {
      en: 'We could not hand your order over, and it is back with {merchant}. Please ask them about another delivery or a refund.',
      fr: 'Nous n’avons pas pu remettre votre commande, qui est de retour chez {merchant}. Demandez-y une nouvelle livraison ou un remboursement.',
    },
  },
  lost: {
    headline: { en: 'We are looking for your order', fr: 'Nous cherchons votre commande' },
    detail: {
      en: 'It is not where it should be, and we are sorry. When we find it, you will see it here. {merchant} can see this, too: you need not wait to ask them for help.',
      fr: 'Elle n’est pas où elle devrait être, et nous en sommes désolés. Dès que nous l’aurons trouvée, vous le verrez ici. {merchant} le voit aussi\u00A0: inutile d’attendre pour y demander de l’aide.',
    },
  },
};

/** The steps of a delivery, and how one may end otherwise. */
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

/** How far a step is, for those who do not see its sign. */
export const stepStates: Readonly<Record<ProgressStep['state'], Translated>> = {
  done: { en: 'Done', fr: 'Fait' },
  current: { en: 'Now', fr: 'Maintenant' },
  trouble: { en: 'Problem', fr: 'Problème' },
  ahead: { en: 'To come', fr: 'À venir' },
};

/** What happened to an order. */
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
  SCANNED: { en: 'Scanned', fr: 'Numérisée' },
  TIME_CHANGED: { en: 'Delivery time changed', fr: 'Heure de livraison modifiée' },
};
