import type { Translated } from '@portage/contract/locale';
import type { Service } from '@portage/contract/services';

interface ServiceText {
  readonly name: Translated;
  /** What it promises; `{from}` and `{to}` are hours, `{first}` and `{last}` days from the order. */
  readonly description: Translated;
  /** What it promises when ordered after the cutoff, where that differs. */
  readonly lateDescription?: Translated;
}

/** The services as merchants and shoppers read them, in the order in which rates are listed. */
export const SERVICES: Readonly<Record<Service, ServiceText>> = {
  SAMEDAY: {
    name: { en: 'Same day', fr: 'Le jour même' },
    description: {
      en: 'The same evening, {from} to {to}',
      fr: 'Le soir même, de {from} à {to}',
    },
  },
  NEXTDAY: {
    name: { en: 'Next day', fr: 'Le lendemain' },
    description: { en: 'The day after the order', fr: 'Le lendemain de la commande' },
    lateDescription: {
      en: 'Two days after the order',
      fr: 'Le surlendemain de la commande',
    },
  },
  SCHEDULED: {
    name: { en: 'Scheduled', fr: 'Sur rendez-vous' },
    description: {
      en: 'In the 3-hour window of your choice',
      fr: 'Dans la plage de 3 heures de votre choix',
    },
  },
  STANDARD: {
    name: { en: 'Standard', fr: 'Standard' },
    description: { en: 'In {first} to {last} days', fr: 'En {first} à {last} jours' },
  },
  FLEX: {
    name: { en: 'Flex', fr: 'Flex' },
    description: {
      en: 'In {first} to {last} days, at the lowest price',
      fr: 'En {first} à {last} jours, au prix le plus bas',
    },
  },
  CUSTOMER_BOOKING: {
    name: { en: 'Booked by the customer', fr: 'Réservée par le client' },
    description: {
      en: 'The recipient books the delivery',
      fr: 'Le destinataire réserve la livraison',
    },
  },
};
