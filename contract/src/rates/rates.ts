import { z } from 'zod';
import { PostalCode, countryOfPostalCode, sortationPrefix } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { Locale, fillText, REGIONAL_LOCALE, type Translated } from '../locale.ts';
import { NewPackage, type DeliveryType } from '../orders/packages.ts';
import { CalendarDate, EpochMillis, TimeOfDay, Weekday, clockText, dateText } from '../time.ts';

/** The services (spec 2 §3). */
export const Service = z.enum([
  'NEXTDAY',
  'SAMEDAY',
  'SCHEDULED',
  'STANDARD',
  'CUSTOMER_BOOKING',
  'FLEX',
]);
export type Service = z.infer<typeof Service>;

export const serviceNames = {
  NEXTDAY: { en: 'Next day', fr: 'Lendemain' },
  SAMEDAY: { en: 'Same day', fr: 'Jour même' },
  SCHEDULED: { en: 'Scheduled', fr: 'Planifiée' },
  STANDARD: { en: 'Standard', fr: 'Standard' },
  CUSTOMER_BOOKING: { en: 'By appointment', fr: 'Sur rendez-vous' },
  FLEX: { en: 'Flex', fr: 'Flex' },
} as const satisfies Record<Service, Translated>;

/** Tells whether a service delivers in a window that is chosen with the order. */
export function deliversInWindow(service: Service): boolean {
  return service === 'SCHEDULED' || service === 'CUSTOMER_BOOKING';
}

/** At the door (spec 2 §3). */
export const DeliveryService = z.enum([
  'THRESHOLD',
  'TO_THE_DOOR',
  'ROOM_OF_CHOICE',
  'WHITE_GLOVE',
]);
export type DeliveryService = z.infer<typeof DeliveryService>;

export const deliveryServiceNames = {
  THRESHOLD: { en: 'At the entrance', fr: 'À l’entrée' },
  TO_THE_DOOR: { en: 'To the door', fr: 'À la porte' },
  ROOM_OF_CHOICE: { en: 'Room of choice', fr: 'Pièce au choix' },
  WHITE_GLOVE: { en: 'White glove', fr: 'Gants blancs' },
} as const satisfies Record<DeliveryService, Translated>;

export const DEFAULT_DELIVERY_SERVICE: DeliveryService = 'TO_THE_DOOR';

/** A parcel allows the first two; heavy orders and customer bookings all four. */
export function allowedDeliveryServices(
  deliveryType: DeliveryType,
  service: Service | undefined,
): readonly DeliveryService[] {
  const mayEnterTheHome = deliveryType === 'HEAVY' || service === 'CUSTOMER_BOOKING';
  return mayEnterTheHome
    ? ['TO_THE_DOOR', 'THRESHOLD', 'ROOM_OF_CHOICE', 'WHITE_GLOVE']
    : ['TO_THE_DOOR', 'THRESHOLD'];
}

/** All but leaving at the door (spec 2 §3). */
export function needsSignature(deliveryService: DeliveryService): boolean {
  return deliveryService !== 'TO_THE_DOOR';
}

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

export const UnavailableService = namedObject('UnavailableService', {
  service: Service,
  code: UnavailableCode,
  reason: z.string().describe('Why, in the language asked for.'),
  nextPossible: EpochMillis.optional().describe(
    'Earliest delivery when ordered for a later day; with `cutoff_passed` and `closed_today`.',
  ),
});
export type UnavailableService = z.infer<typeof UnavailableService>;

/** On the clock of its origin. */
interface NextPossible {
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

/** Spec 2 §3. */
export const Rate = namedObject('Rate', {
  name: z.string().describe('Name of the service in the language asked for.'),
  service: Service,
  price: z.number().describe('Price of the whole order before tax, in `currency`, two decimals.'),
  currency: z.enum(['CAD', 'USD']),
  description: z.string().describe('Promise of the service, in the language asked for.'),
  late: z
    .literal(true)
    .optional()
    .describe('Set when the cutoff had passed: it is promised a day later.'),
  estimateDay: CalendarDate.optional().describe(
    'Promised day at the destination; none for SCHEDULED.',
  ),
  estimateFrom: TimeOfDay.optional(),
  estimateTo: TimeOfDay.optional(),
  epochEstimateFrom: EpochMillis.optional(),
  epochEstimateTo: EpochMillis.optional(),
});
export type Rate = z.infer<typeof Rate>;

/** The origin is the merchant's main location by default. */
export const RateRequest = z.object({
  originPostalCode: PostalCode.optional(),
  postalCode: PostalCode.describe('Destination.'),
  packages: z.array(NewPackage).max(99).optional(),
  language: Locale.optional(),
});
export type RateRequest = z.infer<typeof RateRequest>;

/** Inside one metro area, along an overnight corridor, or further. */
export const Reach = z.enum(['metro', 'corridor', 'network']);
export type Reach = z.infer<typeof Reach>;

const amount = (what: string) =>
  z.number().describe(`${what}, for all packages, in the currency of the rate, two decimals.`);

/** Base, zone, weight and size add up to the price. */
export const RateBreakdown = namedObject('RateBreakdown', {
  packages: z.int().min(1).describe('Number of packages priced.'),
  base: amount('Base price'),
  zone: amount('Surcharge of the destination zone'),
  weight: amount('Surcharge for weight above what the base price covers'),
  size: amount('What size adds beyond the surcharge for weight'),
  reach: Reach,
  originZone: z.string().describe('Sorting zone of the origin, such as `TOR-1`.'),
  destinationZone: z.string(),
  pricingRow: z
    .object({ postalPrefix: z.string(), price: z.number() })
    .optional()
    .describe('The merchant’s own price that replaced the base price and the zone surcharge.'),
  cutoff: z
    .object({
      time: TimeOfDay.describe('Local to the origin.'),
      at: EpochMillis.describe('The cutoff of the day of the order.'),
      passed: z.boolean(),
    })
    .optional()
    .describe('The cutoff the promise depends on; none for services without a cutoff.'),
  promise: z.string().describe('Time of arrival, in the language asked for.'),
  tariffVersion: z.string().describe('Version of the tariff that made the price.'),
});
export type RateBreakdown = z.infer<typeof RateBreakdown>;

export const ExplainedRate = Rate.extend({ breakdown: RateBreakdown }).meta({
  id: 'ExplainedRate',
});
export type ExplainedRate = z.infer<typeof ExplainedRate>;

/** Each service once: its rate, or the reason for none. */
export const ExplainedRates = namedObject('ExplainedRates', {
  rates: z.array(ExplainedRate),
  unavailable: z.array(UnavailableService),
});
export type ExplainedRates = z.infer<typeof ExplainedRates>;

/** Local to the origin, with exact timestamps (spec 2 §3). */
export const RateWindow = namedObject('RateWindow', {
  date: CalendarDate,
  weekday: Weekday,
  deliveryWindow: z.object({ timeStart: TimeOfDay, timeEnd: TimeOfDay }),
  start: EpochMillis,
  end: EpochMillis,
});
export type RateWindow = z.infer<typeof RateWindow>;

export const RateWindowQuery = z.object({
  originPostalCode: PostalCode,
  postalCode: PostalCode,
});

export const rateEndpoints = {
  quote: endpoint('POST /rates', {
    summary: 'Prices of every service that can carry the packages; empty when none can',
    mayCall: 'userOrService',
    body: RateRequest,
    response: z.array(Rate),
  }),
  explain: endpoint('POST /rates/explained', {
    summary: 'Every service once: its rate with how the price is made, or why it is unavailable',
    mayCall: 'userOrService',
    body: RateRequest,
    response: ExplainedRates,
  }),
  windows: endpoint('GET /rates/windows', {
    summary: 'Delivery windows that can still be booked for SCHEDULED, 14 days ahead',
    mayCall: 'userOrService',
    query: RateWindowQuery,
    response: z.array(RateWindow),
  }),
};
