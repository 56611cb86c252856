import type { Locale } from '@portage/contract/locale';
import type { Dictionaries } from './dictionaries.ts';

export type Dictionary = keyof Dictionaries;

/** Texts may differ by number: `parcels_one`, `parcels_many`, `parcels_other`. */
type WithoutPlural<Key extends string> = Key extends `${infer Text}_${'one' | 'many' | 'other'}`
  ? Text
  : Key;

type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];

/** Keys of every dictionary with its name, such as `orders:print.save`. */
type NamedKey = {
  [Name in Dictionary]: `${Name}:${KeysOf<Dictionaries[Name]>}`;
}[Dictionary];

/** Fills the places of a text; `count` chooses its plural. */
type Values = Readonly<Record<string, string | number | undefined>> & { readonly count?: number };

/** Translates keys of one dictionary, and of others by their names. */
export type Translate<Name extends Dictionary = 'common'> = (
  key: KeysOf<Dictionaries[Name]> | NamedKey,
  values?: Values,
) => string;

/** `{{name}}`, `{{count, number}}`, `{{size, number(maximumFractionDigits: 1)}}` */
const PLACE = /\{\{(\w+)(, number(?:\((.*?)\))?)?\}\}/g;

/** Reads the texts at each call. A missing text is its key. */
export function translator<Name extends Dictionary>(
  locale: Locale,
  texts: Partial<Dictionaries>,
  own: Name,
): Translate<Name> {
  const plurals = new Intl.PluralRules(locale);
  return (key, values = {}) => {
    const [path = '', name = own] = key.split(':').toReversed();
    const { count } = values;
    const forms = count === undefined ? [''] : [`_${plurals.select(count)}`, '_other', ''];
    const found = forms.map((form) => textAt(texts, name, path + form));
    const text = found.find((one) => one !== undefined) ?? key;
    return text.replace(PLACE, (_, place: string, isNumber?: string, options?: string) => {
      const value = values[place] ?? '';
      return isNumber ? numbers(locale, options).format(Number(value)) : String(value);
    });
  };
}

function textAt(texts: object, name: string, path: string): string | undefined {
  const found = [name, ...path.split('.')].reduce<unknown>(
    (branch, key) => (branch as Record<string, unknown> | undefined)?.[key],
    texts,
  );
  return typeof found === 'string' ? found : undefined;
}

const kept = new Map<string, Intl.NumberFormat>();

/** Keeps formats: each takes a tenth of a millisecond to make. */
function numbers(locale: Locale, options = ''): Intl.NumberFormat {
  const key = `${locale} ${options}`;
  const given = Array.from(
    options.matchAll(/(\w+): (\d+)/g),
    ([, name = '', value]) => [name, Number(value)] as const,
  );
  const format = kept.get(key) ?? new Intl.NumberFormat(locale, Object.fromEntries(given));
  kept.set(key, format);
  return format;
}
