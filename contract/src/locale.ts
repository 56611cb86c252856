import { z } from 'zod';

/** The languages of the product (spec 1 §1): English is the default. */
export const LOCALES = ['en', 'fr'] as const;

/** One of `LOCALES`. */
export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;

/** The default language when neither the device nor the call names one. */
export const DEFAULT_LOCALE: Locale = 'en';

/** The regional form used for dates, numbers and money (spec 1 §1). */
export const REGIONAL_LOCALE = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<
  Locale,
  string
>;

/** A text in each language of the product. */
export type Translated = Readonly<Record<Locale, string>>;

/** Reads the `locale` header of a call (`EN` or `FR`, any case); anything else is the default. */
export function localeFromHeader(header: string | undefined): Locale {
  const parsed = Locale.safeParse(header?.trim().toLowerCase());
  return parsed.success ? parsed.data : DEFAULT_LOCALE;
}

/** Fills `{name}` places of a text; a place without a value is left as it stands. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
