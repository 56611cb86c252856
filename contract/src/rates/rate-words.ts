import { fillText, type Locale, type Translated } from '../locale.ts';
import { clockText, dateText } from '../time.ts';
import { type Service, serviceNames } from './rates.ts';

/** "9 a.m. – 12 p.m." on the origin’s clock. */
export const clockSpan = (
  { timeStart, timeEnd }: { readonly timeStart: string; readonly timeEnd: string },
  locale: Locale,
): string => `${clockText(timeStart, locale)} – ${clockText(timeEnd, locale)}`;

/** Days of arrival, counted from the day of the order. */
export const transitDays = {
  STANDARD: { first: 2, last: 3 },
  FLEX: { first: 2, last: 4 },
} as const;

/** In the order of rates; hours are the rate's. */
export const servicePromises = {
  SAMEDAY: {
    en: 'The same evening, {from} to {to}',
    fr: 'Le soir même, de {from} à {to}',
  },
  NEXTDAY: { en: 'The day after the order', fr: 'Le lendemain de la commande' },
  SCHEDULED: {
    en: 'In the 3-hour window of your choice',
    fr: 'Dans la plage de 3 heures de votre choix',
  },
  STANDARD: { en: 'In {first} to {last} days', fr: 'En {first} à {last} jours' },
  FLEX: {
    en: 'In {first} to {last} days, when the exact day does not matter',
    fr: 'En {first} à {last} jours, quand la date exacte importe peu',
  },
  CUSTOMER_BOOKING: {
    en: 'The recipient books the delivery',
    fr: 'Le destinataire réserve la livraison',
  },
} as const satisfies Record<Service, Translated>;

/** The promise of NEXTDAY after the cutoff. */
const LATE_NEXT_DAY: Translated = {
  en: 'Two days after the order',
  fr: 'Le surlendemain de la commande',
};

interface WordedRate {
  readonly service: Service;
  readonly estimateFrom?: string | undefined;
  readonly estimateTo?: string | undefined;
  readonly late?: boolean | undefined;
  /** Days of arrival; `transitDays` by default. */
  readonly transit?: { readonly first: number; readonly last: number };
}

export function rateWords(
  { service, estimateFrom, estimateTo, late, transit }: WordedRate,
  locale: Locale,
): { name: string; description: string } {
  const isLate = late && service === 'NEXTDAY';
  const promise: Translated = isLate ? LATE_NEXT_DAY : servicePromises[service];
  const usual = service === 'STANDARD' || service === 'FLEX' ? transitDays[service] : {};
  const days = transit ?? usual;
  const description = fillText(promise[locale], {
    ...days,
    ...(estimateFrom && { from: clockText(estimateFrom, locale) }),
    ...(estimateTo && { to: clockText(estimateTo, locale) }),
  });
  return { name: serviceNames[service][locale], description };
}

const ONE_DAY: Translated = { en: '{last}, {from} to {to}', fr: 'le {last}, de {from} à {to}' };
const SOME_DAYS: Translated = {
  en: '{first} to {last}, {from} to {to}',
  fr: 'du {first} au {last}, de {from} à {to}',
};

/** Takes `YYYY-MM-DD` and `HH:MM`. */
export function promiseText(
  { firstDay, lastDay, from, to }: Record<'firstDay' | 'lastDay' | 'from' | 'to', string>,
  locale: Locale,
): string {
  const text = firstDay === lastDay ? ONE_DAY : SOME_DAYS;
  return fillText(text[locale], {
    first: dateText(firstDay, locale),
    last: dateText(lastDay, locale),
    from: clockText(from, locale),
    to: clockText(to, locale),
  });
}
