import { fillText, REGIONAL_LOCALE, type Locale, type Translated } from './locale.ts';
import { type Service, serviceNames } from './services.ts';

/** In how many days the services arrive that name a span of days, counted from the day of the order. */
export const transitDays = {
  STANDARD: { first: 2, last: 3 },
  FLEX: { first: 2, last: 4 },
} as const;

/** What each service promises, in the order in which rates are listed; hours are those of the rate. */
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

/** What NEXTDAY promises when it was ordered after the cutoff. */
const LATE_NEXT_DAY: Translated = {
  en: 'Two days after the order',
  fr: 'Le surlendemain de la commande',
};

const HOUR: Intl.DateTimeFormatOptions = { hour: 'numeric', timeZone: 'UTC' };
const hourFormats: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat(REGIONAL_LOCALE.en, HOUR),
  fr: new Intl.DateTimeFormat(REGIONAL_LOCALE.fr, HOUR),
};

/** `18:00` as people say it: 6 p.m., 18 h. */
const hourOfDay = (time: string, locale: Locale) =>
  hourFormats[locale].format(new Date(`1970-01-01T${time}Z`));

/** What the words of a rate are made from. */
interface WordedRate {
  readonly service: Service;
  readonly estimateFrom?: string | undefined;
  readonly estimateTo?: string | undefined;
  readonly late?: boolean | undefined;
}

/** The name and the description of a rate in the language of whoever reads it. */
export function rateWords(
  { service, estimateFrom, estimateTo, late }: WordedRate,
  locale: Locale,
): { name: string; description: string } {
  const isLate = late && service === 'NEXTDAY';
  const promise: Translated = isLate ? LATE_NEXT_DAY : servicePromises[service];
  const days = service === 'STANDARD' || service === 'FLEX' ? transitDays[service] : {};
  const description = fillText(promise[locale], {
    ...days,
    ...(estimateFrom && { from: hourOfDay(estimateFrom, locale) }),
    ...(estimateTo && { to: hourOfDay(estimateTo, locale) }),
  });
  return { name: serviceNames[service][locale], description };
}
