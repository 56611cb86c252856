import { DEFAULT_LOCALE, Locale } from '@portage/contract/locale';

/** Limits the languages of a header; browsers send fewer. */
const MOST_WISHES = 20;

/** `Accept-Language` (RFC 9110 §12.5.4). */
export function preferredLocale(header: string | undefined): Locale {
  const wishes = (header ?? '').split(',', MOST_WISHES).map((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const locale = Locale.safeParse(range.split('-', 1)[0]);
    return { locale, weight: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const [best] = wishes
    .filter(({ locale, weight }) => locale.success && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.locale.data ?? DEFAULT_LOCALE;
}
