import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import type address from './en/address.json';
import type addressBook from './en/addressBook.json';
import type bulk from './en/bulk.json';
import type bulkImport from './en/bulkImport.json';
import type common from './en/common.json';
import type createdOrder from './en/createdOrder.json';
import type dashboard from './en/dashboard.json';
import type errors from './en/errors.json';
import type integrations from './en/integrations.json';
import type locations from './en/locations.json';
import type merchant from './en/merchant.json';
import type newOrder from './en/newOrder.json';
import type orderDetail from './en/orderDetail.json';
import type orderFilters from './en/orderFilters.json';
import type orderForm from './en/orderForm.json';
import type orders from './en/orders.json';
import type orderTracking from './en/orderTracking.json';
import type orderViews from './en/orderViews.json';
import type palette from './en/palette.json';
import type rateChoice from './en/rateChoice.json';
import type secondFactor from './en/secondFactor.json';
import type sheets from './en/sheets.json';
import type shop from './en/shop.json';
import type signIn from './en/signIn.json';

/** Texts by dictionary, in the form of the English ones. */
export interface Dictionaries {
  readonly address: typeof address;
  readonly addressBook: typeof addressBook;
  readonly bulk: typeof bulk;
  readonly bulkImport: typeof bulkImport;
  readonly common: typeof common;
  readonly createdOrder: typeof createdOrder;
  readonly dashboard: typeof dashboard;
  readonly errors: typeof errors;
  readonly integrations: typeof integrations;
  readonly locations: typeof locations;
  readonly merchant: typeof merchant;
  readonly newOrder: typeof newOrder;
  readonly orderDetail: typeof orderDetail;
  readonly orderFilters: typeof orderFilters;
  readonly orderForm: typeof orderForm;
  readonly orderTracking: typeof orderTracking;
  readonly orderViews: typeof orderViews;
  readonly orders: typeof orders;
  readonly palette: typeof palette;
  readonly rateChoice: typeof rateChoice;
  readonly secondFactor: typeof secondFactor;
  readonly sheets: typeof sheets;
  readonly shop: typeof shop;
  readonly signIn: typeof signIn;
}

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

/** Translates keys with the names of their dictionaries. */
export type TranslateNamed = (key: NamedKey, values?: Values) => string;

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
  const format =
    kept.get(key) ?? new Intl.NumberFormat(REGIONAL_LOCALE[locale], Object.fromEntries(given));
  kept.set(key, format);
  return format;
}
