import {
  LABEL_STATUSES,
  type OrderStatus,
  orderStatuses,
  type StatusGroup,
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
import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format.ts';
import type { ListedOrders } from '../../order/order-calls.ts';
import { type Days, daysOf, defaultDays, timestampsOf } from './day-range.ts';

const GROUPS: readonly StatusGroup[] = ['waiting', 'ready', 'moving', 'done', 'failed', 'archived'];

/** Every status, in the sequence of an order's life. */
export const STATUSES = Object.keys(orderStatuses) as OrderStatus[];

/** The statuses by what they mean, in the sequence of an order's life. */
export const statusGroups = GROUPS.map((group) => ({
  group,
  statuses: STATUSES.filter((status) => orderStatuses[status].group === group),
}));

/** What filters are put into words with. */
interface FilterTexts {
  readonly t: TFunction<'orderFilters'>;
  readonly locale: Locale;
  readonly format: Pick<Format, 'days'>;
  /** File and day of the import that is filtered by, once known. */
  readonly importName?: string | undefined;
}

export type NamedFilter = Exclude<(typeof FILTER_NAMES)[number], 'search' | 'withoutTags'>;

/** The filters in the sequence in which they are named; a search stands in its own box. */
const NAMED_FILTERS = FILTER_NAMES.filter(
  (name): name is NamedFilter => name !== 'search' && name !== 'withoutTags',
);

/** The most values that are named; of more, the rest are counted. */
const NAMED_VALUES = 3;

/** What each filter that is in force chooses, in words: "This week", "Created or Delivered". */
function filterWords(
  filter: ViewFilter,
  texts: FilterTexts,
): Readonly<Record<NamedFilter, string | undefined>> {
  const { t, locale } = texts;
  const { placed, delivered, fulfilment, deliveryType, status, service, business } = filter;
  const statuses = status && namesOfStatuses(status, texts);
  const labels = filter.labels?.map((one) => t(`labels.${one}`));
  const services = service?.map((one) => serviceNames[one][locale]);
  return {
    placed: placed && dayRangeWords(placed, texts),
    delivered: delivered && dayRangeWords(delivered, texts),
    fulfilment: fulfilment && t(`fulfilment.${fulfilment}`),
    deliveryType: deliveryType && deliveryTypeNames[deliveryType][locale],
    displayName: filter.displayName,
    origin: filter.origin,
    tags: filter.tags && anyOf(filter.tags, texts),
    status: statuses && anyOf(statuses, texts),
    labels: labels && anyOf(labels, texts),
    service: services && anyOf(services, texts),
    import: filter.import && (texts.importName ?? t('import.one')),
    business: business === undefined ? undefined : t(business ? 'business.yes' : 'business.no'),
  };
}

/** A range of days in words: its name, or its first and last day. */
export function dayRangeWords(range: DayRange, { t, format }: Omit<FilterTexts, 'locale'>): string {
  const preset = DAY_RANGE_PRESETS.find((one) => one === range);
  if (preset) return t(`days.${preset}`);
  const [first = range, last = first] = range.split('..');
  return format.days(first, last);
}

/** A status by a name of its own: where the badges of several say the same (spec 1 §4), it says which. */
export function statusWords(status: OrderStatus, { t, locale }: Omit<FilterTexts, 'format'>) {
  switch (status) {
    case 'DELIVERY_FAILED':
    case 'CANCELLED':
    case 'FAILED':
      return t(`status.${status}`);
    default:
      return orderStatuses[status].name[locale];
  }
}

/** The names of statuses; a group that is chosen as a whole goes by its own. */
function namesOfStatuses(chosen: readonly OrderStatus[], texts: FilterTexts): string[] {
  return statusGroups.flatMap(({ group, statuses }) => {
    const named = statuses.filter((status) => chosen.includes(status));
    return named.length > 1 && named.length === statuses.length
      ? [texts.t(`statusGroup.${group}`)]
      : named.map((status) => statusWords(status, texts));
  });
}

function anyOf(values: readonly string[], { t, locale }: FilterTexts): string {
  if (values.length <= NAMED_VALUES) {
    const list = new Intl.ListFormat(REGIONAL_LOCALE[locale], { type: 'disjunction' });
    return list.format(values);
  }
  const named = values.slice(0, NAMED_VALUES - 1);
  return t('and', { values: named.join(', '), count: values.length - named.length });
}

/** The filters that the popover of wide screens holds; the others have controls of their own beside it. */
export const POPOVER_FILTERS = [
  'displayName',
  'origin',
  'tags',
  'status',
  'labels',
  'service',
  'business',
] as const satisfies readonly NamedFilter[];

/** A filter in force, as a chip tells it. */
interface FilterInForce {
  readonly name: NamedFilter;
  /** Its name and what it chooses: "Status: Created or Delivered". */
  readonly words: string;
}

/** How many of these filters are in force. */
export const countInForce = (filter: ViewFilter, names: readonly NamedFilter[] = NAMED_FILTERS) =>
  names.filter((name) => filter[name] !== undefined).length;

/** Every filter in force but the search, in words. */
export function filtersInForce(filter: ViewFilter, texts: FilterTexts): FilterInForce[] {
  const words = filterWords(filter, texts);
  return NAMED_FILTERS.flatMap((name) => {
    const value = words[name];
    if (value === undefined) return [];
    const label = name === 'tags' && filter.withoutTags ? 'withoutTags' : name;
    return [{ name, words: texts.t('inWords', { name: texts.t(`filter.${label}`), value }) }];
  });
}

/** The filter without one of its parts, and without what only counts together with it. */
export const withoutFilter = (filter: ViewFilter, name: NamedFilter): ViewFilter => ({
  ...filter,
  [name]: undefined,
  ...(name === 'tags' && { withoutTags: undefined }),
});

/** The filter without some of its parts. */
export const withoutFilters = (filter: ViewFilter, names: readonly NamedFilter[]): ViewFilter =>
  names.reduce(withoutFilter, filter);

/** What remains when all filters are cleared: the search, which has a box of its own. */
export const searchAlone = ({ search }: ViewFilter): ViewFilter =>
  search === undefined ? {} : { search };

/** What the days of a merchant are. */
export interface Calendar {
  /** The merchant's: days begin and end in it. */
  readonly timeZone: string;
  /** The day that it is there, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What the filters that were chosen ask the server for. */
export function listedOrders(filter: ViewFilter, { timeZone, today }: Calendar): ListedOrders {
  const { placed, delivered, search, tags, business } = filter;
  const timestamps = (days: Days) => timestampsOf(days, timeZone);
  const anyDays = filter.import === undefined ? defaultDays(today) : {};
  const placedAt = timestamps(placed === undefined ? anyDays : daysOf(placed, today));
  const deliveredAt = timestamps(
    delivered !== undefined && mayFilterByDelivery(filter) ? daysOf(delivered, today) : {},
  );

  const query = {
    freeSearch: search,
    dateFrom: placedAt.from?.toString(),
    dateTo: placedAt.to?.toString(),
    deliveredAtFrom: deliveredAt.from?.toString(),
    deliveredAtTo: deliveredAt.to?.toString(),
    orderStatus: filter.status?.join(','),
    labelStatus: filter.labels?.join(','),
    serviceSearch: filter.service?.join(','),
    tags: tags?.join(','),
    includeTags: tags && filter.withoutTags ? 'false' : undefined,
    isBusinessAddress: business?.toString(),
    fulfillmentStatus: filter.fulfilment,
    deliveryType: filter.deliveryType,
    originPostalCode: filter.origin,
    merchantDisplayName: filter.displayName,
    importId: filter.import,
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ListedOrders;
}

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
