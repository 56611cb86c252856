import {
  LABEL_STATUSES,
  type OrderStatus,
  orderStatuses,
} from '@portage/contract/orders/order-status';
import {
  FREE_SEARCH_MAX_LENGTH,
  FULFILLMENT_STATUSES,
} from '@portage/contract/orders/order-filter';
import {
  type DayRange,
  DAY_RANGE_PRESETS,
  type ViewFilter,
} from '@portage/contract/orders/order-views';
import { type DeliveryType, deliveryTypeNames } from '@portage/contract/orders/packages';
import { countryOfPostalCode, normalizePostalCode } from '@portage/contract/addresses/postal-code';
import { type Service, serviceNames } from '@portage/contract/rates/services';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/orders/tags';
import { cleanLine } from '@portage/contract/text';
import { FILTER_NAMES, type FilterAddress } from './order-address.ts';

/** The longest sub-brand, in characters. */
const LONGEST_NAME = 200;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

type Reading<Name extends keyof ViewFilter> = (text: string) => ViewFilter[Name] | undefined;

/**
 * Reads each filter as the contract's `ViewFilter` does, in a test for all of them; with the schema itself
 * zod would come before the first row.
 */
const readings: { readonly [Name in keyof Required<ViewFilter>]: Reading<Name> } = {
  search: (text) => lineOf(text.slice(0, FREE_SEARCH_MAX_LENGTH), FREE_SEARCH_MAX_LENGTH),
  placed: dayRangeOf,
  delivered: dayRangeOf,
  fulfilment: (text) => oneOf(FULFILLMENT_STATUSES, text),
  deliveryType: (text) => oneOf(Object.keys(deliveryTypeNames) as DeliveryType[], text),
  displayName: (text) => lineOf(text, LONGEST_NAME),
  origin: (text) => (countryOfPostalCode(text) ? normalizePostalCode(text) : undefined),
  tags: (text) => allOf(text, MOST_TAGS, (tag) => lineOf(tag, LONGEST_TAG)),
  // Not `true` and `false`, which the router would read as JSON.
  withoutTags: (text) => (text === 'yes' ? true : undefined),
  status: (text) => someOf(Object.keys(orderStatuses) as OrderStatus[], text),
  labels: (text) => someOf(LABEL_STATUSES, text),
  service: (text) => someOf(Object.keys(serviceNames) as Service[], text),
  business: (text) => oneOf(['yes', 'no'], text) && text === 'yes',
  import: (text) => (UUID.test(text) ? text : undefined),
};

/**
 * The filters of an address; each that does not fit is left out alone, and so are days of delivery
 * once other statuses than DELIVERED are listed.
 */
export function readFilter(address: FilterAddress): ViewFilter {
  const fitting = FILTER_NAMES.flatMap((name) => {
    const value = address[name] && readings[name](address[name]);
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const { delivered, ...filter } = Object.fromEntries(fitting) as ViewFilter;
  const isFittingToo = delivered !== undefined && mayFilterByDelivery(filter);
  return isFittingToo ? { ...filter, delivered } : filter;
}

/** Whether the list may be filtered by when orders were delivered (spec 1 §5). */
export const mayFilterByDelivery = ({ status }: Pick<ViewFilter, 'status'>) =>
  status?.length === 1 && status[0] === 'DELIVERED';

function lineOf(text: string, longest: number): string | undefined {
  const line = cleanLine(text);
  return line !== '' && line.length <= longest ? line : undefined;
}

function dayRangeOf(text: string): DayRange | undefined {
  const preset = oneOf(DAY_RANGE_PRESETS, text);
  if (preset) return preset;
  const [first = '', last = '', ...others] = text.split('..');
  const isSpan = isDay(first) && isDay(last) && first <= last && others.length === 0;
  return isSpan ? `${first}..${last}` : undefined;
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  // 30 February would be a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const oneOf = <Word extends string>(words: readonly Word[], text: string) =>
  words.find((word) => word === text);

const someOf = <Word extends string>(words: readonly Word[], text: string) =>
  allOf(text, words.length, (one) => oneOf(words, one));

/** The values between commas; undefined when one cannot be read, or when they are too many. */
function allOf<Value>(
  text: string,
  most: number,
  read: (one: string) => Value | undefined,
): Value[] | undefined {
  const values = text.split(',').map(read);
  const isRead = values.length <= most && values.every((value) => value !== undefined);
  return isRead ? values : undefined;
}
