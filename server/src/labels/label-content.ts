import { isBareUnit, type Address } from '@portage/contract/addresses/address';
import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { labelVersionOf } from '@portage/contract/orders/label-status';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import {
  DEFAULT_DELIVERY_SERVICE,
  deliveryServiceNames,
  serviceNames,
} from '@portage/contract/rates/services';
import { orderTimeZone } from '@portage/contract/time-zone';
import { packageTrackingNumber } from '@portage/contract/orders/tracking-number';
import type { Picture } from '../drawing/layout-items.ts';
import { deliveryPromise, type DeliveryPromise } from './delivery-promise.ts';
import { labelWords } from './label-words.ts';

/** Someone's name and address as written on a label. */
export interface LabelParty {
  readonly name: string;
  /** House number and street. */
  readonly street: string;
  readonly unit?: string;
  readonly city: string;
  /** Province and postal code. */
  readonly region: string;
  /** Named only when the parcel crosses a border. */
  readonly country?: string;
}

/** What the label of one package says; texts are as users wrote them. */
export interface LabelContent {
  readonly language: Locale;
  readonly from: LabelParty;
  readonly to: LabelParty;
  /** Of the merchant, or of the sub-brand that the recipient knows. */
  readonly logo?: Picture;
  readonly service: string;
  readonly promise?: DeliveryPromise;
  readonly sortCode: string;
  /** Of the package: what the Code 128 holds. */
  readonly trackingNumber: string;
  /** Which labels of the order these are, from 1: an edit after printing asks for new ones. */
  readonly version: number;
  /** Public page of the order with the version of the label: what the QR code holds. */
  readonly link: string;
  /** Which package of the order it is, from 1, and of how many. */
  readonly ordinal: number;
  readonly packageCount: number;
  readonly reference?: string;
  readonly notes?: string;
  /** What the driver must heed at the door, in capitals. */
  readonly marks: readonly string[];
}

function beginsWith(street: string, number: string): boolean {
  return street.split(/[\s,]/, 1)[0] === number;
}

/** Someone's name and address in print; `other` is the address at the other end of the delivery. */
export function partyOf(
  name: string,
  address: Address,
  other: Address,
  language: Locale,
): LabelParty {
  const words = labelWords[language];
  const { number, street, unit } = address;
  return {
    name,
    street: number && !beginsWith(street, number) ? `${number} ${street}` : street,
    ...(unit && { unit: isBareUnit(unit) ? `${words.unit} ${unit}` : unit }),
    city: address.city,
    region: `${address.province} ${address.postalCode}`.trim(),
    ...(address.country !== other.country && { country: words.countries[address.country] }),
  };
}

/**
 * Notes as one line, since each line of paper counts: a line break that no punctuation stands beside
 * becomes a ` · `, or a code and the floor on the next line (`12`, `3rd`) would read as one number.
 */
export function notesInPrint(notes: string): string {
  if (!notes.includes('\n')) return notes;
  return notes
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<!\p{Po})\n(?!\p{P})/gu, ' · ')
    .replaceAll('\n', ' ');
}

/** A name as it stands on a label, to be read from afar. */
function inCapitals(name: Translated, language: Locale): string {
  return name[language].toLocaleUpperCase(REGIONAL_LOCALE[language]);
}

function marksOf(order: Order, language: Locale): string[] {
  const words = labelWords[language];
  const marks = [
    order.minimumAge !== undefined && `${words.age} ${order.minimumAge}+`,
    order.signatureRequired && words.signature,
    order.deliveryType === 'HEAVY' && words.heavy,
    // Of leaving at the door nothing is said: it is what happens to a parcel anyhow.
    order.deliveryService !== DEFAULT_DELIVERY_SERVICE &&
      inCapitals(deliveryServiceNames[order.deliveryService], language),
    order.dtoRecipientAddress.isBusinessAddress && words.business,
  ];
  return marks.filter((mark) => typeof mark === 'string');
}

/**
 * What the labels of an order say, one a package, and at least one. `trackingUrl` is the base address
 * of the tracking site's order pages, `sortCode` what the depot sorts the order by.
 */
export function labelContents(
  order: Order,
  merchant: Pick<Merchant, 'name' | 'language'>,
  trackingUrl: string,
  sortCode: string,
  logo?: Picture,
): LabelContent[] {
  const { language } = merchant;
  const promise = deliveryPromise(order, language, orderTimeZone(order));
  const version = labelVersionOf(order);
  const sender = order.returnFrom?.name ?? (order.merchantDisplayName || merchant.name);
  const service = inCapitals(serviceNames[order.service], language);
  const ofOrder = {
    language,
    from: partyOf(sender, order.originAddress, order.recipientAddress, language),
    to: partyOf(order.recipient.name, order.recipientAddress, order.originAddress, language),
    ...(logo && { logo }),
    // The driver, the depot and the person who sticks it on all look here first.
    service: order.returnFrom ? `${labelWords[language].isReturn} · ${service}` : service,
    ...(promise && { promise }),
    sortCode,
    version,
    link: `${trackingUrl.replace(/\/$/, '')}/${order.trackingNumber}?v=${version}`,
    ...(order.notes && { notes: notesInPrint(order.notes) }),
    marks: marksOf(order, language),
  };
  const packageCount = Math.max(1, order.packages.length, order.packageCount);
  return Array.from({ length: packageCount }, (_, index) => {
    const one = order.packages[index];
    const reference = one?.refNumber || order.refNumber;
    return {
      ...ofOrder,
      trackingNumber: one?.trackingNumber ?? packageTrackingNumber(order.trackingNumber, index + 1),
      ordinal: index + 1,
      packageCount,
      ...(reference && { reference }),
    };
  });
}
