import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { ApiError } from '../api-error.ts';

/** A wait in words: in seconds below a minute, otherwise in minutes, rounded up. */
export function waitInWords(seconds: number): Translated {
  const [amount, unit] =
    seconds < 60 ? ([seconds, 'second'] as const) : ([Math.ceil(seconds / 60), 'minute'] as const);
  const say = (locale: Locale) =>
    amount.toLocaleString(REGIONAL_LOCALE[locale], { style: 'unit', unit, unitDisplay: 'long' });
  return { en: say('en'), fr: say('fr') };
}

/** Tried too often; may be retried in `seconds`. */
export const tooManyAttempts = (seconds: number) =>
  new ApiError('too_many_attempts', { wait: waitInWords(seconds), retryAfter: seconds });
