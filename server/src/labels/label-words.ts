import type { Locale } from '@portage/contract/locale';
import type { DeliveryService, Service } from '@portage/contract/services';

/** What a label says in its own words; services and marks stand in capitals, to be read from afar. */
interface LabelWords {
  readonly from: string;
  readonly to: string;
  readonly package: string;
  readonly reference: string;
  readonly notes: string;
  readonly unit: string;
  readonly countries: Readonly<Record<'CA' | 'US', string>>;
  readonly services: Readonly<Record<Service, string>>;
  readonly signature: string;
  readonly age: string;
  readonly business: string;
  readonly heavy: string;
  /** Nothing is said of TO_THE_DOOR: it is what happens to a parcel anyhow. */
  readonly deliveryServices: Readonly<Partial<Record<DeliveryService, string>>>;
  /** Before the last day of a window that spans days. */
  readonly by: string;
  /** From one hour to another. */
  readonly hours: (from: string, to: string) => string;
}

/** The words of a label in each language. */
export const labelWords: Readonly<Record<Locale, LabelWords>> = {
  en: {
    from: 'FROM',
    to: 'TO',
    package: 'PACKAGE',
    reference: 'Ref.',
    notes: 'Notes:',
    unit: 'Unit',
    countries: { CA: 'CANADA', US: 'UNITED STATES' },
    services: {
      NEXTDAY: 'NEXT DAY',
      SAMEDAY: 'SAME DAY',
      SCHEDULED: 'SCHEDULED',
      STANDARD: 'STANDARD',
      CUSTOMER_BOOKING: 'CUSTOMER BOOKING',
      FLEX: 'FLEX',
    },
    signature: 'SIGNATURE',
    age: 'AGE',
    business: 'BUSINESS',
    heavy: 'HEAVY',
    deliveryServices: {
      THRESHOLD: 'THRESHOLD',
      ROOM_OF_CHOICE: 'ROOM OF CHOICE',
      WHITE_GLOVE: 'WHITE GLOVE',
    },
    by: 'By',
    hours: (from, to) => `${from}–${to}`,
  },
  fr: {
    from: 'EXPÉDITEUR',
    to: 'DESTINATAIRE',
    package: 'COLIS',
    reference: 'Réf.',
    notes: 'Notes :',
    unit: 'App.',
    countries: { CA: 'CANADA', US: 'ÉTATS-UNIS' },
    services: {
      NEXTDAY: 'LENDEMAIN',
      SAMEDAY: 'JOUR MÊME',
      SCHEDULED: 'PLANIFIÉ',
      STANDARD: 'STANDARD',
      CUSTOMER_BOOKING: 'SUR RENDEZ-VOUS',
      FLEX: 'FLEX',
    },
    signature: 'SIGNATURE',
    age: 'ÂGE',
    business: 'ENTREPRISE',
    heavy: 'LOURD',
    deliveryServices: {
      THRESHOLD: 'SEUIL',
      ROOM_OF_CHOICE: 'PIÈCE AU CHOIX',
      WHITE_GLOVE: 'GANTS BLANCS',
    },
    by: 'D’ici au',
    hours: (from, to) => `${from} à ${to}`,
  },
};
