import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fillText, type Locale, type Translated } from '../locale.ts';
import type { Order } from './orders.ts';
import { provinceOfPostalCode } from '../addresses/postal-code.ts';
import { Service, serviceNames } from '../rates/services.ts';
import { OrderReference } from './order-reference.ts';

/** Why an order could not be placed. */
export const AttentionCode = z.enum([
  'origin_not_found',
  'postal_code_not_in_province',
  'recipient_not_found',
  'outside_service_area',
  'too_heavy',
  'no_rate',
  'cutoff_passed',
  'window_not_offered',
]);
export type AttentionCode = z.infer<typeof AttentionCode>;

/** What keeps an order from being placed, and what to do about it. */
export const Attention = z
  .object({
    code: AttentionCode,
    reason: z.string().describe('Why, and what to do, in the language of the call.'),
    correction: z
      .object({ province: z.string().describe('The province that the postal code lies in.') })
      .optional()
      .describe('Parts of `recipientAddress` that would make the address fit.'),
    services: z
      .array(Service)
      .optional()
      .describe('Of an order whose service or window is not offered: the services that are now.'),
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof Attention>;

const reasons: Readonly<Record<AttentionCode, Translated>> = {
  origin_not_found: {
    en: 'The origin address ({originPostalCode}) was not found. Correct your ship-from location, then create the order again.',
    fr: 'L’adresse d’origine ({originPostalCode}) est introuvable. Corrigez votre lieu d’expédition, puis recréez la commande.',
  },
  postal_code_not_in_province: {
    en: 'The postal code {postalCode} is in {actualProvince}, not in {province}. Change the province to {actualProvince}, or correct the postal code.',
    fr: 'Le code postal {postalCode} est dans la province {actualProvince}, et non {province}. Changez la province pour {actualProvince} ou corrigez le code postal.',
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
};

type Described = Pick<
  Order,
  'orderStatus' | 'dtoRecipientAddress' | 'dtoOriginAddress' | 'originAddress' | 'service'
>;

/** X is shared by NT and NU: either fits. */
function isInProvince({ postalCode, province }: Described['dtoRecipientAddress']): boolean {
  const actual = provinceOfPostalCode(postalCode);
  return actual === undefined || actual === province || (actual === 'NT' && province === 'NU');
}

function codeOf(order: Described): AttentionCode | undefined {
  const { dtoRecipientAddress, dtoOriginAddress } = order;
  switch (order.orderStatus) {
    case 'GEOCODEDFAILED':
      if (!isInProvince(dtoRecipientAddress)) return 'postal_code_not_in_province';
      return isInProvince(dtoOriginAddress) ? 'recipient_not_found' : 'origin_not_found';
    case 'OUT_OF_FSA':
      return 'outside_service_area';
    case 'UNSUPPORTED_WEIGHT':
      return 'too_heavy';
    case 'RATE_FAILED':
      return 'no_rate';
    case 'INVALIDTIME':
      return 'window_not_offered';
    default:
      return undefined;
  }
}

/** What the rates say of an order now; only the server knows. */
export interface OfferedNow {
  /** Whether its service goes from its origin to its recipient at other times of the day. */
  readonly isOnRoute: boolean;
  readonly services: readonly Service[];
}

/**
 * Why an order could not be placed and what to do, in a language; undefined for any other order.
 * With `offered`, a missed cutoff is told from a service that does not go there.
 */
export function attentionOf(
  order: Described,
  locale: Locale,
  offered?: OfferedNow,
): Attention | undefined {
  const known = codeOf(order);
  if (!known) return undefined;
  const code = known === 'no_rate' && offered?.isOnRoute ? 'cutoff_passed' : known;
  const { postalCode, province } = order.dtoRecipientAddress;
  const reason = fillText(reasons[code][locale], {
    postalCode,
    province,
    actualProvince: provinceOfPostalCode(postalCode) ?? province,
    originPostalCode: order.dtoOriginAddress.postalCode,
    service: serviceNames[order.service][locale],
  });
  return {
    code,
    reason,
    ...(code === 'postal_code_not_in_province' && {
      correction: { province: provinceOfPostalCode(postalCode) ?? province },
    }),
    ...(offered && { services: [...offered.services] }),
  };
}

/** The call that says why an order needs attention. */
export const attentionEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/orders/{id}/attention',
    summary: 'Why an order could not be placed, and what to do; no `attention` where it could',
    mayCall: 'userOrService',
    params: OrderReference,
    status: 200,
    response: z.object({ attention: Attention.optional() }),
    errors: ['order_not_found'],
  }),
};
