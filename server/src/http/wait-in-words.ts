import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';

/** A wait as people say it: in seconds below a minute, otherwise in minutes, rounded up. */
export function waitInWords(seconds: number): Translated {
  const [amount, unit] =
    seconds < 60 ? ([seconds, 'second'] as const) : ([Math.ceil(seconds / 60), 'minute'] as const);
  const say = (locale: Locale) =>
    amount.toLocaleString(REGIONAL_LOCALE[locale], { style: 'unit', unit, unitDisplay: 'long' });
  return { en: say('en'), fr: say('fr') };
}
