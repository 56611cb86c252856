import { countryOfPostalCode, normalizePostalCode } from '@portage/contract/addresses/address';
import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/orders/new-order';
import {
  FREE_SEARCH_MAX_LENGTH,
  FULFILLMENT_STATUSES,
  ORDER_SORTS,
} from '@portage/contract/orders/order-list';
import {
  LABEL_STATUSES,
  type OrderStatus,
  orderStatuses,
  type StatusGroup,
} from '@portage/contract/orders/order-status';
import {
  type DayRange,
  DAY_RANGE_PRESETS,
  type ViewFilter,
} from '@portage/contract/orders/order-views';
import { type DeliveryType, deliveryTypeNames } from '@portage/contract/orders/packages';
import { type Service, serviceNames } from '@portage/contract/rates/rates';
import { cleanLine } from '@portage/contract/text';
import type { Translate } from '../../i18n/translate.ts';
import type { Format } from '../../lib/format.ts';
import { FILTER_NAMES, type FilterAddress } from '../../order/order-address.ts';
import type { ListedOrders } from '../../order/order-calls.ts';
import { type Days, daysOf, defaultDays, timestampsOf } from './day-range.ts';

interface FilterTexts {
  readonly t: Translate<'orderFilters'>;
  readonly locale: Locale;
  readonly format: Pick<Format, 'days'>;
  /** File and day, once known. */
  readonly importName?: string | undefined;
}

/** The merchant's; days are `YYYY-MM-DD`. */
export interface Calendar {
  readonly timeZone: string;
  readonly today: string;
}

interface FilterField<Name extends keyof ViewFilter> {
  /** Undefined for invalid text. */
  readonly read: (text: string) => ViewFilter[Name] | undefined;
  readonly query: (
    value: NonNullable<ViewFilter[Name]>,
    filter: ViewFilter,
    calendar: Calendar,
  ) => Partial<ListedOrders>;
  /** For its chip, if any. */
  readonly words?: (value: NonNullable<ViewFilter[Name]>, texts: FilterTexts) => string;
  /** Of wide screens. */
  readonly isInPopover?: boolean;
}

const GROUPS: readonly StatusGroup[] = ['waiting', 'ready', 'moving', 'done', 'failed', 'archived'];

/** In the sequence of an order's life. */
export const STATUSES = Object.keys(orderStatuses) as OrderStatus[];
export const SERVICES = Object.keys(serviceNames) as Service[];
export const DELIVERY_TYPES = Object.keys(deliveryTypeNames) as DeliveryType[];

/** Characters. */
const LONGEST_NAME = 200;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Describes filters once. Equals the contract's `ViewFilter` (tested), which would load zod. */
const fields: { readonly [Name in keyof Required<ViewFilter>]: FilterField<Name> } = {
  search: {
    read: (text) => lineOf(text.slice(0, FREE_SEARCH_MAX_LENGTH), FREE_SEARCH_MAX_LENGTH),
    query: (freeSearch) => ({ freeSearch }),
  },
  placed: {
    read: dayRangeOf,
    query: (range, _, { timeZone, today }) => between('date', daysOf(range, today), timeZone),
    words: dayRangeWords,
  },
  delivered: {
    read: dayRangeOf,
    query: (range, filter, { timeZone, today }) => {
      if (!mayFilterByDelivery(filter)) return {};
      return between('deliveredAt', daysOf(range, today), timeZone);
    },
    words: dayRangeWords,
  },
  fulfilment: {
    read: (text) => oneOf(FULFILLMENT_STATUSES, text),
    query: (fulfillmentStatus) => ({ fulfillmentStatus }),
    words: (status, { t }) => t(`fulfilment.${status}`),
  },
  deliveryType: {
    read: (text) => oneOf(DELIVERY_TYPES, text),
    query: (deliveryType) => ({ deliveryType }),
    words: (type, { locale }) => deliveryTypeNames[type][locale],
  },
  displayName: {
    read: (text) => lineOf(text, LONGEST_NAME),
    query: (merchantDisplayName) => ({ merchantDisplayName }),
    words: (name) => name,
    isInPopover: true,
  },
  origin: {
    read: (text) => (countryOfPostalCode(text) ? normalizePostalCode(text) : undefined),
    query: (originPostalCode) => ({ originPostalCode }),
    words: (postalCode) => postalCode,
    isInPopover: true,
  },
  tags: {
    read: (text) => allOf(text, MOST_TAGS, (tag) => lineOf(tag, LONGEST_TAG)),
    query: (tags, { withoutTags }) => ({
      tags: tags.join(','),
      ...(withoutTags && { includeTags: 'false' }),
    }),
    words: anyOf,
    isInPopover: true,
  },
  withoutTags: {
    // Not `true` and `false`, which the router would read as JSON.
    read: (text) => (text === 'yes' ? true : undefined),
    query: () => ({}),
  },
  status: {
    read: (text) => someOf(STATUSES, text),
    query: (statuses) => ({ orderStatus: statuses.join(',') }),
    words: (statuses, texts) => anyOf(namesOfStatuses(statuses, texts), texts),
    isInPopover: true,
  },
  attention: {
    read: (text) => (text === 'yes' ? true : undefined),
    query: () => ({ needsAttention: 'true' }),
    words: (_, { t }) => t('attention'),
  },
  labels: {
    read: (text) => someOf(LABEL_STATUSES, text),
    query: (statuses) => ({ labelStatus: statuses.join(',') }),
    words: (statuses, texts) =>
      anyOf(
        statuses.map((one) => texts.t(`labels.${one}`)),
        texts,
      ),
    isInPopover: true,
  },
  service: {
    read: (text) => someOf(SERVICES, text),
    query: (services) => ({ serviceSearch: services.join(',') }),
    words: (services, texts) =>
      anyOf(
        services.map((one) => serviceNames[one][texts.locale]),
        texts,
      ),
    isInPopover: true,
  },
  business: {
    read: (text) => oneOf(['yes', 'no'], text) && text === 'yes',
    query: (isBusiness) => ({ isBusinessAddress: isBusiness ? 'true' : 'false' }),
    words: (isBusiness, { t }) => t(isBusiness ? 'business.yes' : 'business.no'),
    isInPopover: true,
  },
  import: {
    read: (text) => (UUID.test(text) ? text : undefined),
    query: (importId) => ({ importId }),
    words: (_, { t, importName }) => importName ?? t('import.one'),
  },
  sort: {
    read: (text) => oneOf(ORDER_SORTS, text),
    query: (sort) => ({ sort }),
  },
};

export type NamedFilter = Exclude<(typeof FILTER_NAMES)[number], 'search' | 'withoutTags' | 'sort'>;

/** In the chips' sequence. */
const NAMED_FILTERS = FILTER_NAMES.filter(
  (name): name is NamedFilter => fields[name].words !== undefined,
);

/** Filters in the popover of wide screens; the others have controls beside it. */
export const POPOVER_FILTERS = NAMED_FILTERS.filter((name) => fields[name].isInPopover === true);

/** Drops invalid ones. */
export function readFilter(address: FilterAddress): ViewFilter {
  const fitting = FILTER_NAMES.flatMap((name) => {
    const value = address[name] && fields[name].read(address[name]);
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const { delivered, ...filter } = Object.fromEntries(fitting) as ViewFilter;
  const isFittingToo = delivered !== undefined && mayFilterByDelivery(filter);
  return isFittingToo ? { ...filter, delivered } : filter;
}

/** The last two months without days or an import. */
export function listedOrders(filter: ViewFilter, calendar: Calendar): ListedOrders {
  const { timeZone, today } = calendar;
  const isOfAnyDay = filter.placed === undefined && filter.import === undefined;
  const twoMonths = isOfAnyDay ? between('date', defaultDays(today), timeZone) : {};
  const queries = inForce(FILTER_NAMES, filter).map((name) =>
    // The table pairs each name with its value.
    fields[name].query(filter[name] as never, filter, calendar),
  );
  return Object.assign({}, twoMonths, ...queries) as ListedOrders;
}

const inForce = <Name extends keyof ViewFilter>(names: readonly Name[], filter: ViewFilter) =>
  names.filter((name) => filter[name] !== undefined);

type End = `${'date' | 'deliveredAt'}${'From' | 'To'}`;

/** Omits an open end. */
function between(
  what: 'date' | 'deliveredAt',
  days: Days,
  timeZone: string,
): Partial<Record<End, string>> {
  const { from, to } = timestampsOf(days, timeZone);
  return {
    ...(from !== undefined && { [`${what}From`]: String(from) }),
    ...(to !== undefined && { [`${what}To`]: String(to) }),
  };
}

/** "Status: Created or Delivered". */
interface FilterInForce {
  readonly name: NamedFilter;
  readonly words: string;
}

/** All but the search. */
export function filtersInForce(filter: ViewFilter, texts: FilterTexts): FilterInForce[] {
  return inForce(NAMED_FILTERS, filter).flatMap((name) => {
    // The table pairs each name with its value.
    const value = fields[name].words?.(filter[name] as never, texts);
    if (value === undefined) return [];
    const label = name === 'tags' && filter.withoutTags ? 'withoutTags' : name;
    return { name, words: texts.t('inWords', { name: texts.t(`filter.${label}`), value }) };
  });
}

export const countInForce = (filter: ViewFilter, names: readonly NamedFilter[] = NAMED_FILTERS) =>
  inForce(names, filter).length;

/** Removes a filter and the part that needs it. */
export const withoutFilter = (filter: ViewFilter, name: NamedFilter): ViewFilter => ({
  ...filter,
  [name]: undefined,
  ...(name === 'tags' && { withoutTags: undefined }),
});

export const withoutFilters = (filter: ViewFilter, names: readonly NamedFilter[]): ViewFilter =>
  names.reduce(withoutFilter, filter);

/** The search and the sort have controls of their own. */
export const searchAlone = ({ search, sort }: ViewFilter): ViewFilter => ({
  ...(search !== undefined && { search }),
  ...(sort && { sort }),
});

/** Spec 1 §5. */
export const mayFilterByDelivery = ({ status }: Pick<ViewFilter, 'status'>) =>
  status?.length === 1 && status[0] === 'DELIVERED';

/** Returns the range's name, or its first and last day. */
export function dayRangeWords(range: DayRange, { t, format }: Omit<FilterTexts, 'locale'>): string {
  const preset = DAY_RANGE_PRESETS.find((one) => one === range);
  if (preset) return t(`days.${preset}`);
  const [first = range, last = first] = range.split('..');
  return format.days(first, last);
}

/** In the sequence of an order's life. */
export const statusGroups = GROUPS.map((group) => ({
  group,
  statuses: STATUSES.filter((status) => orderStatuses[status].group === group),
}));

/** Badges of some statuses share a name (spec 1 §4). */
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

/** Names a whole group once. */
function namesOfStatuses(chosen: readonly OrderStatus[], texts: FilterTexts): string[] {
  return statusGroups.flatMap(({ group, statuses }) => {
    const named = statuses.filter((status) => chosen.includes(status));
    return named.length > 1 && named.length === statuses.length
      ? [texts.t(`statusGroup.${group}`)]
      : named.map((status) => statusWords(status, texts));
  });
}

/** Counts further values instead of naming them. */
const NAMED_VALUES = 3;

function anyOf(values: readonly string[], { t, locale }: FilterTexts): string {
  if (values.length <= NAMED_VALUES) {
    const list = new Intl.ListFormat(REGIONAL_LOCALE[locale], { type: 'disjunction' });
    return list.format(values);
  }
  const named = values.slice(0, NAMED_VALUES - 1);
  return t('and', { values: named.join(', '), count: values.length - named.length });
}

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

/** Undefined for invalid or too many values. */
function allOf<Value>(
  text: string,
  most: number,
  read: (one: string) => Value | undefined,
): Value[] | undefined {
  const values = text.split(',').map(read);
  const isRead = values.length <= most && values.every((value) => value !== undefined);
  return isRead ? values : undefined;
}
