import type { Locale } from '@portage/contract/locale';

/** What a label says in its own words; services and marks stand in capitals, to be read from afar. */
interface LabelWords {
  readonly from: string;
  readonly to: string;
  readonly package: string;
  readonly reference: string;
  readonly notes: string;
  readonly unit: string;
  readonly countries: Readonly<Record<'CA' | 'US', string>>;
  /** Before the service on the label of a return. */
  readonly isReturn: string;
  readonly signature: string;
  readonly age: string;
  readonly business: string;
  readonly heavy: string;
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
    isReturn: 'RETURN',
    signature: 'SIGNATURE',
    age: 'AGE',
    business: 'BUSINESS',
    heavy: 'HEAVY',
    by: 'By',
    hours: (from, to) => `${from}–${to}`,
  },
  fr: {
    from: 'EXPÉDITEUR',
    to: 'DESTINATAIRE',
    package: 'COLIS',
    reference: 'Réf.',
    notes: 'Notes :',
    unit: 'Unité',
    countries: { CA: 'CANADA', US: 'ÉTATS-UNIS' },
    isReturn: 'RETOUR',
    signature: 'SIGNATURE',
    age: 'ÂGE',
    business: 'ENTREPRISE',
    heavy: 'LOURD',
    by: 'D’ici au',
    hours: (from, to) => `${from} à ${to}`,
  },
};
