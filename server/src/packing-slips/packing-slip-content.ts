import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { OrderItem } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import { shopOrderNumberOf } from '@portage/contract/shop/shop-order-id';
import { withFirst } from '@portage/contract/time';
import { orderTimeZone } from '@portage/contract/time-zone';
import type { Picture } from '../drawing/layout-items.ts';
import {
  deliveryPromise,
  type DeliveryPromise,
  notesInPrint,
  partyOf,
  type LabelParty,
} from '../labels/label-content.ts';

/** Headings are in capitals. */
interface PackingSlipWords {
  readonly title: string;
  /** Precedes the recipient's name on later pages. */
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
  /** Location in the warehouse. */
  readonly location: string;
  readonly unnamed: string;
  readonly noItems: string;
  readonly items: (count: number) => string;
  /** Counts from 1, on one of several pages. */
  readonly someItems: (first: number, last: number, count: number) => string;
  readonly pieces: string;
  readonly page: (ordinal: number, count: number) => string;
}

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

/** Never has a price. */
export interface PackingSlipItem {
  readonly name: string;
  /** SKU and warehouse location, when known. */
  readonly details: readonly string[];
  readonly quantity: number;
}

/** User texts unchanged. */
export interface PackingSlipContent {
  readonly language: Locale;
  /** The sub-brand, or the merchant. */
  readonly sender: string;
  readonly logo?: Picture;
  readonly to: LabelParty;
  readonly reference?: string;
  /** Omitted when equal to the reference. */
  readonly shopOrder?: string;
  /** Day of the order in the merchant's time zone: `Jun 4, 2026`. */
  readonly placed: string;
  readonly service: string;
  readonly promise?: DeliveryPromise;
  readonly packageCount: number;
  readonly notes?: string;
  readonly items: readonly PackingSlipItem[];
  /** Of the order; its labels append `-1`, `-2`, …. */
  readonly trackingNumber: string;
}

function itemOf(item: OrderItem, language: Locale): PackingSlipItem {
  const words = packingSlipWords[language];
  const sku = item.sku || item.fulfillmentSku;
  return {
    name: item.name || words.unnamed,
    details: [
      ...(sku ? [`${words.sku} ${sku}`] : []),
      ...(item.warehouseLocation ? [`${words.location} ${item.warehouseLocation}`] : []),
    ],
    quantity: item.quantity,
  };
}

function dayOf(timestamp: number, language: Locale, timeZone: string): string {
  const format = new Intl.DateTimeFormat(REGIONAL_LOCALE[language], {
    timeZone,
    dateStyle: 'medium',
  });
  return withFirst(format.format(timestamp), language);
}

/** In the merchant's language. */
export function packingSlipContent(
  order: Order,
  merchant: Pick<Merchant, 'name' | 'language' | 'timeZone'>,
  logo?: Picture,
): PackingSlipContent {
  const { language, timeZone } = merchant;
  const { recipientAddress, originAddress } = order;
  const promise = deliveryPromise(order, language, orderTimeZone(order));
  const shopOrder = shopOrderNumberOf(order);
  return {
    language,
    sender: order.merchantDisplayName || merchant.name,
    ...(logo && { logo }),
    to: partyOf(order.recipient.name, recipientAddress, originAddress, language),
    ...(order.refNumber && { reference: order.refNumber }),
    ...(shopOrder && shopOrder !== order.refNumber && { shopOrder }),
    placed: dayOf(order.createdAt, language, timeZone),
    service: serviceNames[order.service][language],
    ...(promise && { promise }),
    packageCount: Math.max(order.packages.length, order.packageCount),
    ...(order.notes && { notes: notesInPrint(order.notes) }),
    items: order.orderItems.map((item) => itemOf(item, language)),
    trackingNumber: order.trackingNumber,
  };
}
