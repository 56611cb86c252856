import type { Translated } from '../locale.ts';
import { longText, text, requiredText } from '../text.ts';

interface OrderText {
  readonly most: number;
  readonly isLong: boolean;
  readonly label: Translated;
  readonly description: string;
  /** Of one delivery: editable, erased with the recipient, copied to duplicates, not to returns. */
  readonly isNote: boolean;
  readonly isSearched: boolean;
  readonly exportColumn: string;
  /** Column of the order details file, and its other headers, separated by `|`. */
  readonly import?: { readonly column: string; readonly headers: string };
}

/** Describes each text of an order once, in the sequence of all places that derive from it. */
export const orderTexts = {
  refNumber: {
    ...{ most: 100, isLong: false },
    label: { en: 'Reference number', fr: 'Numéro de référence' },
    description: 'The merchant’s own reference.',
    ...{ isNote: false, isSearched: true },
    exportColumn: 'ref_number',
  },
  notes: {
    ...{ most: 2000, isLong: true },
    label: { en: 'Notes for the driver', fr: 'Notes pour le livreur' },
    description: 'For the driver.',
    ...{ isNote: true, isSearched: false },
    exportColumn: 'notes',
    import: {
      column: 'notes',
      headers:
        'note|order notes|instructions|delivery instructions|driver notes|remarques|consignes|instructions de livraison|notes de livraison|notes de la commande',
    },
  },
  merchantDisplayName: {
    ...{ most: 100, isLong: false },
    label: { en: 'Display name', fr: 'Nom affiché' },
    description: 'Sub-brand shown to the recipient.',
    ...{ isNote: false, isSearched: false },
    exportColumn: 'merchant_display_name',
    import: {
      column: 'merchant_display_name',
      headers:
        'display name|brand|sub-brand|store|shop|merchant|nom affiché|marque|sous-marque|magasin|boutique|nom du marchand',
    },
  },
} as const satisfies Readonly<Record<string, OrderText>>;

type OrderTexts = typeof orderTexts;
export type OrderTextName = keyof OrderTexts;
export type NoteName = {
  [Name in OrderTextName]: OrderTexts[Name]['isNote'] extends true ? Name : never;
}[OrderTextName];
export type OrderTextColumn = {
  [Name in OrderTextName]: OrderTexts[Name] extends { import: { column: infer Column } }
    ? Column
    : never;
}[OrderTextName];

export const orderTextNames = Object.keys(orderTexts) as OrderTextName[];
export const noteNames = orderTextNames.filter((name) => orderTexts[name].isNote) as NoteName[];

export const orderText = (name: OrderTextName): OrderText => orderTexts[name];

export function orderTextSchema(name: OrderTextName) {
  const { most, isLong } = orderText(name);
  return isLong ? longText(most) : text(most);
}

export const isOrderText = (field: string): field is OrderTextName =>
  Object.hasOwn(orderTexts, field);

const byNames = <Name extends string, Value>(names: Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

export const byText = <Value>(valueOf: (name: OrderTextName) => Value) =>
  byNames(orderTextNames, valueOf);

export const byNote = <Value>(valueOf: (name: NoteName) => Value) => byNames(noteNames, valueOf);

/** In the sequence of the order details file. */
export const importedTexts = orderTextNames.flatMap((name) => {
  const text: OrderText = orderTexts[name];
  return text.import
    ? [{ name, ...text.import, column: text.import.column as OrderTextColumn }]
    : [];
});

export const LONGEST_TAG = 60;

export const MOST_TAGS = 50;

export const Tag = requiredText(LONGEST_TAG);

/** Has no comma, which separates tags in filters. Refuses with `tagHasComma`. */
export const ProfileTag = Tag.regex(/^[^,]*$/, 'tagHasComma');
