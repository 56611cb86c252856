import { z } from 'zod';

/** The languages of the product (spec 1 §1): English is the default. */
export const LOCALES = ['en', 'fr'] as const;

export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;

export const DEFAULT_LOCALE: Locale = 'en';

/** Used for dates, numbers and money (spec 1 §1). */
export const REGIONAL_LOCALE = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<
  Locale,
  string
>;

export type Translated = Readonly<Record<Locale, string>>;

/** Reads the `locale` header (`EN` or `FR`, any case). */
export function localeFromHeader(header: string | undefined): Locale {
  const parsed = Locale.safeParse(header?.trim().toLowerCase());
  return parsed.success ? parsed.data : DEFAULT_LOCALE;
}

/** Fills `{name}` places; one without a value stays. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
