import { isBareUnit, type Address, type Country } from '@portage/contract/addresses/address';
import { fillText, REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { labelVersionOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { packageTrackingNumber } from '@portage/contract/orders/tracking-number';
import {
  DEFAULT_DELIVERY_SERVICE,
  deliveryServiceNames,
  serviceNames,
} from '@portage/contract/rates/rates';
import { withFirst, type EpochMillis, MINUTE } from '@portage/contract/time';
import { orderTimeZone } from '@portage/contract/time-zone';
import type { Picture } from '../drawing/layout-items.ts';

export interface DeliveryPromise {
  /** `Fri, Jun 5`, or `By Mon, Jun 8` for a window over several days. */
  readonly day: string;
  /** `18:00–22:00` or `18 h à 22 h`; only within one day. */
  readonly hours?: string;
}

interface Told {
  readonly day: string;
  /** French omits the minutes of a full hour (`18 h`). */
  readonly time: string;
}

type Clock = (timestamp: EpochMillis) => Told;

/** Per clock. */
const MOST_REMEMBERED = 2000;

/** Orders printed together share few windows. */
function makeClock(language: Locale, timeZone: string): Clock {
  const locale = REGIONAL_LOCALE[language];
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const remembered = new Map<number, Told>();
  return (timestamp) => {
    const minute = Math.floor(timestamp / MINUTE);
    const known = remembered.get(minute);
    if (known) return known;
    const told = {
      day: withFirst(day.format(timestamp), language),
      time: time.format(timestamp).replace(/\s00$/, ''),
    };
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(minute, told);
    return told;
  };
}

const clocks = new Map<string, Clock>();

/** `Intl` formatters are slow to create. */
function clockOf(language: Locale, timeZone: string): Clock {
  const key = `${language} ${timeZone}`;
  const clock = clocks.get(key) ?? makeClock(language, timeZone);
  clocks.set(key, clock);
  return clock;
}

/** The delivery window, or else the rate's estimate. */
export function deliveryPromise(
  order: Pick<Order, 'completeAfter' | 'completeBefore' | 'rateChoice'>,
  language: Locale,
  timeZone: string,
): DeliveryPromise | undefined {
  const start = order.completeAfter ?? order.rateChoice?.epochEstimateFrom;
  const end = order.completeBefore ?? order.rateChoice?.epochEstimateTo;
  if (end === undefined) return undefined;
  const clock = clockOf(language, timeZone);
  const last = clock(end);
  const first = start === undefined ? undefined : clock(start);
  if (first?.day !== last.day) return { day: fillText(labelWords.by[language], { day: last.day }) };
  const hours = fillText(labelWords.hours[language], { from: first.time, to: last.time });
  return { day: last.day, hours };
}

/** Services and marks are in capitals, readable from afar. */
export const labelWords = {
  from: { en: 'FROM', fr: 'EXPÉDITEUR' },
  to: { en: 'TO', fr: 'DESTINATAIRE' },
  package: { en: 'PACKAGE', fr: 'COLIS' },
  reference: { en: 'Ref.', fr: 'Réf.' },
  notes: { en: 'Notes:', fr: 'Notes :' },
  unit: { en: 'Unit', fr: 'Unité' },
  /** Prefix of the service on a return label. */
  isReturn: { en: 'RETURN', fr: 'RETOUR' },
  signature: { en: 'SIGNATURE', fr: 'SIGNATURE' },
  age: { en: 'AGE', fr: 'ÂGE' },
  business: { en: 'BUSINESS', fr: 'ENTREPRISE' },
  heavy: { en: 'HEAVY', fr: 'LOURD' },
  /** A window over several days. */
  by: { en: 'By {day}', fr: 'D’ici au {day}' },
  hours: { en: '{from}–{to}', fr: '{from} à {to}' },
} as const satisfies Record<string, Translated>;

const countries = {
  CA: { en: 'CANADA', fr: 'CANADA' },
  US: { en: 'UNITED STATES', fr: 'ÉTATS-UNIS' },
} as const satisfies Record<Country, Translated>;

export interface LabelParty {
  readonly name: string;
  readonly street: string;
  readonly unit?: string;
  readonly city: string;
  readonly region: string;
  /** Only when the parcel crosses a border. */
  readonly country?: string;
}

/** User texts unchanged. */
export interface LabelContent {
  readonly language: Locale;
  readonly from: LabelParty;
  readonly to: LabelParty;
  /** The logo of the merchant or the sub-brand. */
  readonly logo?: Picture;
  readonly service: string;
  readonly promise?: DeliveryPromise;
  readonly sortCode: string;
  /** The package's number; encoded in the Code 128. */
  readonly trackingNumber: string;
  /** Starts at 1; incremented by an edit after printing. */
  readonly version: number;
  /** Carries the label's version; encoded in the QR code. */
  readonly link: string;
  /** Starts at 1. */
  readonly ordinal: number;
  readonly packageCount: number;
  readonly reference?: string;
  readonly notes?: string;
  /** Instructions for the driver, in capitals. */
  readonly marks: readonly string[];
}

function beginsWith(street: string, number: string): boolean {
  return street.split(/[\s,]/, 1)[0] === number;
}

/** `other` is the address at the other end of the delivery. */
export function partyOf(
  name: string,
  address: Address,
  other: Address,
  language: Locale,
): LabelParty {
  const { number, street, unit } = address;
  return {
    name,
    street: number && !beginsWith(street, number) ? `${number} ${street}` : street,
    ...(unit && { unit: isBareUnit(unit) ? `${labelWords.unit[language]} ${unit}` : unit }),
    city: address.city,
    region: `${address.province} ${address.postalCode}`.trim(),
    ...(address.country !== other.country && { country: countries[address.country][language] }),
  };
}

/** Joins lines; ` · ` separates lines without punctuation, such as `12` and `3rd`. */
export function notesInPrint(notes: string): string {
  if (!notes.includes('\n')) return notes;
  return notes
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<!\p{Po})\n(?!\p{P})/gu, ' · ')
    .replaceAll('\n', ' ');
}

function inCapitals(name: Translated, language: Locale): string {
  return name[language].toLocaleUpperCase(REGIONAL_LOCALE[language]);
}

function marksOf(order: Order, language: Locale): string[] {
  const marks = [
    order.minimumAge !== undefined && `${labelWords.age[language]} ${order.minimumAge}+`,
    order.signatureRequired && labelWords.signature[language],
    order.deliveryType === 'HEAVY' && labelWords.heavy[language],
    // Leaving at the door is not printed.
    order.deliveryService !== DEFAULT_DELIVERY_SERVICE &&
      inCapitals(deliveryServiceNames[order.deliveryService], language),
    order.dtoRecipientAddress.isBusinessAddress && labelWords.business[language],
  ];
  return marks.filter((mark) => typeof mark === 'string');
}

/** One a package, at least one. `trackingUrl` is the base of tracking links. */
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
    service: order.returnFrom ? `${labelWords.isReturn[language]} · ${service}` : service,
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
