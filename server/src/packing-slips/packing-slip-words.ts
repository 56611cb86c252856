import type { Locale } from '@portage/contract/locale';

/** What a packing slip says in its own words; headings stand in capitals. */
interface PackingSlipWords {
  readonly title: string;
  /** On the pages that follow, before the name of the recipient. */
  readonly slipFor: string;
  readonly to: string;
  readonly reference: string;
  readonly shopOrder: string;
  readonly placed: string;
  readonly service: string;
  readonly delivery: string;
  readonly packages: string;
  readonly notes: string;
  readonly quantity: string;
  readonly sku: string;
  /** Where an item lies in the warehouse. */
  readonly location: string;
  readonly unnamed: string;
  readonly noItems: string;
  /** Over the items of a slip of one page. */
  readonly items: (count: number) => string;
  /** Over the items of a page, counted from 1, where there are several pages. */
  readonly someItems: (first: number, last: number, count: number) => string;
  readonly pieces: string;
  readonly page: (ordinal: number, count: number) => string;
}

/** The words of a packing slip in each language. */
export const packingSlipWords: Readonly<Record<Locale, PackingSlipWords>> = {
  en: {
    title: 'PACKING SLIP',
    slipFor: 'Packing slip for',
    to: 'SHIP TO',
    reference: 'REFERENCE',
    shopOrder: 'SHOP ORDER',
    placed: 'ORDERED',
    service: 'SERVICE',
    delivery: 'DELIVERY',
    packages: 'PACKAGES',
    notes: 'Notes:',
    quantity: 'QTY',
    sku: 'SKU',
    location: 'Location',
    unnamed: 'Item without a name',
    noItems: 'No items are listed for this order.',
    items: (count) => (count === 1 ? '1 ITEM' : `${count} ITEMS`),
    someItems: (first, last, count) =>
      first === last ? `ITEM ${first} OF ${count}` : `ITEMS ${first}–${last} OF ${count}`,
    pieces: 'Total pieces',
    page: (ordinal, count) => `Page ${ordinal} of ${count}`,
  },
  fr: {
    title: 'BORDEREAU D’EXPÉDITION',
    slipFor: 'Bordereau d’expédition pour',
    to: 'DESTINATAIRE',
    reference: 'RÉFÉRENCE',
    shopOrder: 'COMMANDE DE LA BOUTIQUE',
    placed: 'COMMANDÉ LE',
    service: 'SERVICE',
    delivery: 'LIVRAISON',
    packages: 'COLIS',
    notes: 'Notes :',
    quantity: 'QTÉ',
    sku: 'UGS',
    location: 'Emplacement',
    unnamed: 'Article sans nom',
    noItems: 'Aucun article n’est inscrit pour cette commande.',
    items: (count) => (count < 2 ? `${count} ARTICLE` : `${count} ARTICLES`),
    someItems: (first, last, count) =>
      first === last ? `ARTICLE ${first} SUR ${count}` : `ARTICLES ${first} À ${last} SUR ${count}`,
    pieces: 'Total des pièces',
    page: (ordinal, count) => `Page ${ordinal} sur ${count}`,
  },
};
