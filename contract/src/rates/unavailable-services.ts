import { z } from 'zod';
import { clockText, dateText } from '../clock-text.ts';
import { fillText, REGIONAL_LOCALE, type Locale, type Translated } from '../locale.ts';
import { countryOfPostalCode, sortationPrefix } from '../addresses/postal-code.ts';
import { Service } from './services.ts';
import { EpochMillis } from '../time.ts';

export const UnavailableCode = z.enum([
  'outside_service_area',
  'too_heavy',
  'too_large',
  'route_not_served',
  'cutoff_passed',
  'closed_today',
  'no_windows',
  'price_invalid',
]);
export type UnavailableCode = z.infer<typeof UnavailableCode>;

export const UnavailableService = z
  .object({
    service: Service,
    code: UnavailableCode,
    reason: z.string().describe('Why, in the language asked for.'),
    nextPossible: EpochMillis.optional().describe(
      'Earliest delivery when ordered for a later day; with `cutoff_passed` and `closed_today`.',
    ),
  })
  .meta({ id: 'UnavailableService' });
export type UnavailableService = z.infer<typeof UnavailableService>;

/** On the clock of its origin. */
export interface NextPossible {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  readonly isTomorrow: boolean;
  readonly at: EpochMillis;
}

/** Weights and lengths are in the unit they were given in. */
export type Unavailability =
  | { readonly code: 'outside_service_area'; readonly postalCode: string }
  | {
      readonly code: 'too_heavy' | 'too_large';
      readonly measured: number;
      readonly limit: number;
      readonly unit: keyof typeof unitSymbols;
    }
  | {
      readonly code: 'route_not_served';
      /** Names of the two metro areas. */
      readonly from: Translated;
      readonly to: Translated;
    }
  | { readonly code: 'cutoff_passed'; readonly cutoff: string; readonly next: NextPossible }
  | { readonly code: 'closed_today'; readonly next: NextPossible }
  | { readonly code: 'no_windows' | 'price_invalid' };

const reasons: Readonly<Record<UnavailableCode, Translated>> = {
  outside_service_area: {
    en: 'Outside the service area: {kind} starting with {prefix} are not served.',
    fr: 'Hors de la zone desservie\u00A0: les {kind} commençant par {prefix} ne sont pas desservis.',
  },
  too_heavy: {
    en: 'Too heavy: {measured} is over {limit}.',
    fr: 'Trop lourd\u00A0: {measured} dépasse {limit}.',
  },
  too_large: {
    en: 'Too long: {measured} is over {limit}.',
    fr: 'Trop long\u00A0: {measured} dépasse {limit}.',
  },
  route_not_served: {
    en: 'Not offered between {from} and {to}.',
    fr: 'Non offert entre {from} et {to}.',
  },
  cutoff_passed: {
    en: 'The cutoff of {cutoff} has passed; next possible {next}.',
    fr: 'L’heure limite de {cutoff} est passée; prochaine livraison possible {next}.',
  },
  closed_today: {
    en: 'Closed today; next possible {next}.',
    fr: 'Fermé aujourd’hui; prochaine livraison possible {next}.',
  },
  no_windows: {
    en: 'No delivery window can be booked in the next 14 days.',
    fr: 'Aucune plage de livraison ne peut être réservée dans les 14 prochains jours.',
  },
  price_invalid: {
    en: 'Your own price for this destination is not valid. Contact support.',
    fr: 'Votre prix pour cette destination n’est pas valide. Communiquez avec le service à la clientèle.',
  },
};

const POSTAL_CODES: Translated = { en: 'postal codes', fr: 'codes postaux' };
const ZIP_CODES: Translated = { en: 'ZIP codes', fr: 'codes ZIP' };
const TOMORROW: Translated = { en: 'tomorrow at {time}', fr: 'demain à {time}' };
const LATER: Translated = { en: '{date} at {time}', fr: 'le {date} à {time}' };

const unitSymbols = {
  lb: { en: 'lb', fr: 'lb' },
  kg: { en: 'kg', fr: 'kg' },
  inch: { en: 'in', fr: 'po' },
  cm: { en: 'cm', fr: 'cm' },
} as const satisfies Record<string, Translated>;

function nextText({ date, time, isTomorrow }: NextPossible, locale: Locale): string {
  const text = isTomorrow ? TOMORROW : LATER;
  return fillText(text[locale], { date: dateText(date, locale), time: clockText(time, locale) });
}

function valuesOf(why: Unavailability, locale: Locale): Readonly<Record<string, string>> {
  switch (why.code) {
    case 'outside_service_area': {
      const kind = countryOfPostalCode(why.postalCode) === 'US' ? ZIP_CODES : POSTAL_CODES;
      return { kind: kind[locale], prefix: sortationPrefix(why.postalCode) };
    }
    case 'too_heavy':
    case 'too_large': {
      const text = (value: number) =>
        `${value.toLocaleString(REGIONAL_LOCALE[locale], { maximumFractionDigits: 2 })} ${unitSymbols[why.unit][locale]}`;
      return { measured: text(why.measured), limit: text(why.limit) };
    }
    case 'route_not_served':
      return { from: why.from[locale], to: why.to[locale] };
    case 'cutoff_passed':
      return { cutoff: clockText(why.cutoff, locale), next: nextText(why.next, locale) };
    case 'closed_today':
      return { next: nextText(why.next, locale) };
    default:
      return {};
  }
}

/** One sentence, without the service's name. */
export function unavailableReason(why: Unavailability, locale: Locale): string {
  const sentence = fillText(reasons[why.code][locale], valuesOf(why, locale));
  // The period of “p.m.” ends the sentence, too.
  return sentence.replace(/\.\.$/, '.');
}
