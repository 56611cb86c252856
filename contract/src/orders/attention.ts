import { z } from 'zod';
import { provinceOfPostalCode } from '../addresses/address.ts';
import { provinceName } from '../addresses/provinces.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { fillText, type Locale, type Translated } from '../locale.ts';
import { Service, serviceNames } from '../rates/rates.ts';
import { OrderEdit } from './order-edits.ts';
import { listOf } from './order-list.ts';
import type { OrderStatus } from './order-status.ts';
import { Order, OrderReference, ORDERS_PAGE_SIZE } from './orders.ts';

export const AttentionCode = z.enum([
  'origin_not_found',
  'postal_code_not_in_province',
  'recipient_not_found',
  'outside_service_area',
  'too_heavy',
  'no_rate',
  'cutoff_passed',
  'window_not_offered',
  'delivery_failed',
  'not_delivered',
  'returned',
  'lost',
]);
export type AttentionCode = z.infer<typeof AttentionCode>;

/** Parts of an order that one click edits. */
export const OrderFix = OrderEdit.pick({ recipientAddress: true, service: true, window: true });
export type OrderFix = z.infer<typeof OrderFix>;

/** Problem and remedy of an order that could not be placed or delivered. */
export const Attention = namedObject('Attention', {
  code: AttentionCode,
  reason: z.string().describe('Why, and what to do, in the language of the call.'),
  correction: z
    .object({
      province: z.string().optional().describe('The province that the postal code lies in.'),
      postalCode: z.string().optional().describe('A postal code of the city, one letter apart.'),
    })
    .optional()
    .describe('A part of `recipientAddress` with which the address is found.'),
  services: z
    .array(Service)
    .optional()
    .describe('Of an order whose service or window is not offered: the services that are now.'),
  fix: OrderFix.optional().describe(
    'An edit that the server has tried out: with it the order is placed.',
  ),
});
export type Attention = z.infer<typeof Attention>;

const reasons: Readonly<Record<AttentionCode, Translated>> = {
  origin_not_found: {
    en: 'The origin address ({originPostalCode}) was not found. Correct your ship-from location, then create the order again.',
    fr: 'L’adresse d’origine ({originPostalCode}) est introuvable. Corrigez votre lieu d’expédition, puis recréez la commande.',
  },
  postal_code_not_in_province: {
    en: 'The postal code {postalCode} is in {actualProvince}, not {province}. {whatToDo}',
    fr: 'Province du code postal {postalCode}\u00A0: {actualProvince}, et non {province}. {whatToDo}',
  },
  recipient_not_found: {
    en: 'The recipient’s address was not found. Correct the street, the city or the postal code {postalCode}.',
    fr: 'L’adresse du destinataire est introuvable. Corrigez la rue, la ville ou le code postal {postalCode}.',
  },
  outside_service_area: {
    en: 'Portage does not deliver to {postalCode}. Correct the postal code, or delete the order.',
    fr: 'Portage ne livre pas à {postalCode}. Corrigez le code postal ou supprimez la commande.',
  },
  too_heavy: {
    en: 'A package is too heavy or too large. Create the order again with smaller packages.',
    fr: 'Un colis est trop lourd ou trop volumineux. Recréez la commande avec des colis plus petits.',
  },
  no_rate: {
    en: '“{service}” is not offered from {originPostalCode} to {postalCode}. Choose another service, or correct the address.',
    fr: '«\u00A0{service}\u00A0» n’est pas offert de {originPostalCode} à {postalCode}. Choisissez un autre service ou corrigez l’adresse.',
  },
  cutoff_passed: {
    en: 'The cutoff for “{service}” has passed. Choose another service.',
    fr: 'L’heure limite du service «\u00A0{service}\u00A0» est passée. Choisissez un autre service.',
  },
  window_not_offered: {
    en: 'The delivery window is not offered for {postalCode}. Choose another window.',
    fr: 'La plage de livraison n’est pas offerte pour {postalCode}. Choisissez une autre plage.',
  },
  delivery_failed: {
    en: 'The delivery failed{note} The carrier will try again or return the order.',
    fr: 'La livraison a échoué{note} Le transporteur réessaiera ou retournera la commande.',
  },
  not_delivered: {
    en: 'The order could not be delivered{note} Contact the recipient, or create it again.',
    fr: 'La commande n’a pas pu être livrée{note} Appelez le destinataire ou recréez-la.',
  },
  returned: {
    en: 'The order was returned to you{note} Contact the recipient, or create it again.',
    fr: 'La commande vous a été retournée{note} Appelez le destinataire ou recréez-la.',
  },
  lost: {
    en: 'The carrier lost the order{note} Tell the recipient, and create it again.',
    fr: 'Le transporteur a perdu la commande{note} Avisez le destinataire et recréez-la.',
  },
};

/** Quotes the driver's words, and ends the sentence. */
function quote(words: string | undefined, locale: Locale): string {
  const note = words?.trim() ?? '';
  if (note === '') return '.';
  const end = /[.!?…]$/.test(note) ? '' : '.';
  return locale === 'fr' ? `\u00A0: «\u00A0${note}\u00A0»${end}` : `: “${note}”${end}`;
}

const CORRECT_EITHER: Translated = {
  en: 'Correct the province or the postal code.',
  fr: 'Corrigez la province ou le code postal.',
};
const CORRECT_PART: Readonly<Record<AddressMistake['part'], Translated>> = {
  province: { en: 'Correct the province.', fr: 'Corrigez la province.' },
  postalCode: { en: 'Correct the postal code.', fr: 'Corrigez le code postal.' },
  street: { en: 'Correct the street.', fr: 'Corrigez la rue.' },
};

/** The wrong part of an address, with its correction where one is found. */
export interface AddressMistake {
  readonly part: 'province' | 'postalCode' | 'street';
  readonly correction?: string | undefined;
}

type Described = Pick<
  Order,
  | 'orderStatus'
  | 'dtoRecipientAddress'
  | 'dtoOriginAddress'
  | 'originAddress'
  | 'service'
  | 'failureNotes'
  | 'attentionClosedAt'
>;

/** X is shared by NT and NU. */
function isInProvince({ postalCode, province }: Described['dtoRecipientAddress']): boolean {
  const actual = provinceOfPostalCode(postalCode);
  return actual === undefined || actual === province || (actual === 'NT' && province === 'NU');
}

const CODES: Partial<Readonly<Record<OrderStatus, AttentionCode>>> = {
  OUT_OF_FSA: 'outside_service_area',
  UNSUPPORTED_WEIGHT: 'too_heavy',
  RATE_FAILED: 'no_rate',
  INVALIDTIME: 'window_not_offered',
  DELIVERY_FAILED: 'delivery_failed',
  FAILED: 'not_delivered',
  RETURN_TO_SENDER: 'returned',
  LOST: 'lost',
};

function codeOf(order: Described): AttentionCode | undefined {
  const { orderStatus, dtoRecipientAddress, dtoOriginAddress, attentionClosedAt } = order;
  if (attentionClosedAt !== undefined) return undefined;
  if (orderStatus !== 'GEOCODEDFAILED') return CODES[orderStatus];
  if (!isInProvince(dtoRecipientAddress)) return 'postal_code_not_in_province';
  return isInProvince(dtoOriginAddress) ? 'recipient_not_found' : 'origin_not_found';
}

export interface OfferedNow {
  /** The service is offered at other times of the day. */
  readonly isOnRoute: boolean;
  readonly services: readonly Service[];
}

interface ServerFacts {
  /** Tells a missed cutoff from an unserved route. */
  readonly offered?: OfferedNow | undefined;
  readonly mistake?: AddressMistake | undefined;
}

/** Returns the reason and the remedy; undefined for orders that need none. */
export function attentionOf(
  order: Described,
  locale: Locale,
  { offered, mistake }: ServerFacts = {},
): Attention | undefined {
  const known = codeOf(order);
  if (!known) return undefined;
  const code = known === 'no_rate' && offered?.isOnRoute ? 'cutoff_passed' : known;
  const { postalCode, province } = order.dtoRecipientAddress;
  const reason = fillText(reasons[code][locale], {
    postalCode,
    province: provinceName(province, locale),
    actualProvince: provinceName(provinceOfPostalCode(postalCode) ?? province, locale),
    whatToDo: (mistake ? CORRECT_PART[mistake.part] : CORRECT_EITHER)[locale],
    originPostalCode: order.dtoOriginAddress.postalCode,
    service: serviceNames[order.service][locale],
    note: quote(order.failureNotes, locale),
  });
  return {
    code,
    reason,
    ...(mistake?.correction !== undefined && {
      correction: { [mistake.part]: mistake.correction },
    }),
    ...(offered && { services: [...offered.services] }),
  };
}

export const attentionEndpoints = {
  get: endpoint('GET /orders/{id}/attention', {
    summary:
      'Problem and remedy of an order that could not be placed or delivered; none without `attention`',
    mayCall: 'userOrService',
    params: OrderReference,
    response: z.object({ attention: Attention.optional() }),
    errors: ['order_not_found'],
  }),
  list: endpoint('GET /orders/attention', {
    summary: 'Why some orders need attention, and what to do; the others are left out',
    mayCall: 'userOrService',
    query: z.object({
      ids: listOf(z.uuid(), ORDERS_PAGE_SIZE).describe('Orders, with commas between them.'),
    }),
    response: z.object({ orders: z.array(z.object({ id: z.uuid(), attention: Attention })) }),
  }),
  close: endpoint('PATCH /orders/{id}/closeAttention', {
    summary: 'Say that a failed delivery was dealt with: the order no longer needs attention',
    mayCall: 'userOrService',
    params: OrderReference,
    response: Order,
    errors: ['order_not_found', 'order_not_failed', 'busy'],
  }),
  reopen: endpoint('PATCH /orders/{id}/reopenAttention', {
    summary: 'Say that a failed delivery needs attention again',
    mayCall: 'userOrService',
    params: OrderReference,
    response: Order,
    errors: ['order_not_found', 'order_not_failed', 'busy'],
  }),
};
