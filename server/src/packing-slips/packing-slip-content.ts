import { withFirst } from '@portage/contract/clock-text';
import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { shopOrderNumberOf } from '@portage/contract/shop/shop-order-id';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { OrderItem } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/services';
import { orderTimeZone } from '@portage/contract/time-zone';
import type { Picture } from '../drawing/layout-items.ts';
import { deliveryPromise, type DeliveryPromise } from '../labels/delivery-promise.ts';
import { notesInPrint, partyOf, type LabelParty } from '../labels/label-content.ts';
import { packingSlipWords } from './packing-slip-words.ts';

/** One item as a packing slip lists it: never with a price. */
export interface PackingSlipItem {
  readonly name: string;
  /** The SKU, and where it lies in the warehouse; each where it is known. */
  readonly details: readonly string[];
  readonly quantity: number;
}

/** What the packing slip of an order says; texts are as users wrote them. */
export interface PackingSlipContent {
  readonly language: Locale;
  /** The sub-brand, or else the merchant. */
  readonly sender: string;
  readonly logo?: Picture;
  readonly to: LabelParty;
  readonly reference?: string;
  /** Left out when it is the reference. */
  readonly shopOrder?: string;
  /** The day the order was placed, in the merchant's time zone: `Jun 4, 2026`. */
  readonly placed: string;
  readonly service: string;
  readonly promise?: DeliveryPromise;
  readonly packageCount: number;
  readonly notes?: string;
  readonly items: readonly PackingSlipItem[];
  /** Of the order; its labels have it with `-1`, `-2`, … behind. */
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

/** What the packing slip of an order says, in the language of its merchant. */
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
