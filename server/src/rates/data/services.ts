import type { Translated } from '@portage/contract/locale';
import type { Service } from '@portage/contract/services';

interface ServiceText {
  /** What it promises; `{from}` and `{to}` are hours, `{first}` and `{last}` days from the order. */
  readonly description: Translated;
  /** What it promises when ordered after the cutoff, where that differs. */
  readonly lateDescription?: Translated;
}

/** What the services promise, in words, in the order in which rates are listed. */
export const SERVICES: Readonly<Record<Service, ServiceText>> = {
  SAMEDAY: {
    description: {
      en: 'The same evening, {from} to {to}',
      fr: 'Le soir même, de {from} à {to}',
    },
  },
  NEXTDAY: {
    description: { en: 'The day after the order', fr: 'Le lendemain de la commande' },
    lateDescription: {
      en: 'Two days after the order',
      fr: 'Le surlendemain de la commande',
    },
  },
  SCHEDULED: {
    description: {
      en: 'In the 3-hour window of your choice',
      fr: 'Dans la plage de 3 heures de votre choix',
    },
  },
  STANDARD: {
    description: { en: 'In {first} to {last} days', fr: 'En {first} à {last} jours' },
  },
  FLEX: {
    description: {
      en: 'In {first} to {last} days, when the exact day does not matter',
      fr: 'En {first} à {last} jours, quand la date exacte importe peu',
    },
  },
  CUSTOMER_BOOKING: {
    description: {
      en: 'The recipient books the delivery',
      fr: 'Le destinataire réserve la livraison',
    },
  },
};
