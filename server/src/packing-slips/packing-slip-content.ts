import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
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
export const slipWords = {
  title: { en: 'PACKING SLIP', fr: 'BORDEREAU D’EXPÉDITION' },
  /** On later pages. */
  slipFor: { en: 'Packing slip for {name}', fr: 'Bordereau d’expédition pour {name}' },
  to: { en: 'SHIP TO', fr: 'DESTINATAIRE' },
  reference: { en: 'REFERENCE', fr: 'RÉFÉRENCE' },
  shopOrder: { en: 'SHOP ORDER', fr: 'COMMANDE DE LA BOUTIQUE' },
  placed: { en: 'ORDERED', fr: 'COMMANDÉ LE' },
  service: { en: 'SERVICE', fr: 'SERVICE' },
  delivery: { en: 'DELIVERY', fr: 'LIVRAISON' },
  packages: { en: 'PACKAGES', fr: 'COLIS' },
  notes: { en: 'Notes:', fr: 'Notes :' },
  quantity: { en: 'QTY', fr: 'QTÉ' },
  sku: { en: 'SKU', fr: 'UGS' },
  /** In the warehouse. */
  location: { en: 'Location', fr: 'Emplacement' },
  unnamed: { en: 'Item without a name', fr: 'Article sans nom' },
  noItems: {
    en: 'No items are listed for this order.',
    fr: 'Aucun article n’est inscrit pour cette commande.',
  },
  item: { en: '{count} ITEM', fr: '{count} ARTICLE' },
  items: { en: '{count} ITEMS', fr: '{count} ARTICLES' },
  itemOf: { en: 'ITEM {first} OF {count}', fr: 'ARTICLE {first} SUR {count}' },
  itemsOf: { en: 'ITEMS {first}–{last} OF {count}', fr: 'ARTICLES {first} À {last} SUR {count}' },
  pieces: { en: 'Total pieces', fr: 'Total des pièces' },
  page: { en: 'Page {ordinal} of {count}', fr: 'Page {ordinal} sur {count}' },
} as const satisfies Record<string, Translated>;

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
  /** The order's number; its labels append `-1`, `-2`, …. */
  readonly trackingNumber: string;
}

function itemOf(item: OrderItem, language: Locale): PackingSlipItem {
  const sku = item.sku || item.fulfillmentSku;
  return {
    name: item.name || slipWords.unnamed[language],
    details: [
      ...(sku ? [`${slipWords.sku[language]} ${sku}`] : []),
      ...(item.warehouseLocation
        ? [`${slipWords.location[language]} ${item.warehouseLocation}`]
        : []),
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
