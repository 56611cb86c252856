import { Temporal } from 'temporal-polyfill';
import { withFirst } from '@portage/contract/clock-text';
import { fieldMessages } from '@portage/contract/field-messages';
import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { type NewException, PROFILE_LIMITS } from '@portage/contract/merchant-changes';
import type { Merchant } from '@portage/contract/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError, invalidField } from '../api-error.ts';
import type { MerchantRule } from './change-merchant.ts';

type Exception = Merchant['deliveryConstraintsByWeek']['exceptions'][number];

/** `an exception on November 25, 2026`; French negates with `d’`. */
function exceptionInWords(date: string, article: Translated): Translated {
  const day = (locale: Locale) => {
    const plain = Temporal.PlainDate.from(date);
    return withFirst(plain.toLocaleString(REGIONAL_LOCALE[locale], { dateStyle: 'long' }), locale);
  };
  return {
    en: `${article.en} exception on ${day('en')}`,
    fr: `${article.fr}exception le ${day('fr')}`,
  };
}

const withExceptions = (merchant: Merchant, exceptions: Exception[]): Merchant => ({
  ...merchant,
  deliveryConstraintsByWeek: { ...merchant.deliveryConstraintsByWeek, exceptions },
});

/** What day it is for a merchant, `YYYY-MM-DD`. */
const todayOf = ({ timeZone }: Pick<Merchant, 'timeZone'>, now: EpochMillis): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** Adds an exception, today or later; they are kept by day. Throws `invalidField` for a day that is over. */
export const addException =
  (exception: NewException): MerchantRule =>
  (merchant, now) => {
    const { exceptions } = merchant.deliveryConstraintsByWeek;
    const { date } = exception;
    const today = todayOf(merchant, now);
    if (date < today) throw invalidField('date', fieldMessages.exceptionInPast);
    if (exceptions.some((one) => one.date === date)) {
      throw new ApiError('already_in_profile', {
        what: exceptionInWords(date, { en: 'an', fr: 'une ' }),
      });
    }
    if (exceptions.filter((one) => one.date >= today).length >= PROFILE_LIMITS.exceptions) {
      throw new ApiError('profile_full', {
        limit: PROFILE_LIMITS.exceptions,
        what: { en: 'exceptions', fr: 'exceptions' },
      });
    }
    const sorted = [...exceptions, exception].toSorted((one, other) =>
      one.date < other.date ? -1 : 1,
    );
    return withExceptions(merchant, sorted);
  };

/** Removes an exception. */
export const removeException =
  (date: string): MerchantRule =>
  (merchant) => {
    const { exceptions } = merchant.deliveryConstraintsByWeek;
    const left = exceptions.filter((one) => one.date !== date);
    if (left.length === exceptions.length) {
      throw new ApiError('not_in_profile', {
        what: exceptionInWords(date, { en: 'an', fr: 'd’' }),
      });
    }
    return withExceptions(merchant, left);
  };
