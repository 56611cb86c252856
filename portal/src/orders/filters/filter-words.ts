import { type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { type OrderStatus, orderStatuses } from '@portage/contract/orders/order-status';
import {
  DAY_RANGE_PRESETS,
  type DayRange,
  type ViewFilter,
} from '@portage/contract/orders/order-views';
import { deliveryTypeNames } from '@portage/contract/orders/packages';
import { serviceNames } from '@portage/contract/rates/services';
import type { TFunction } from 'i18next';
import type { Format } from '../../lib/format.ts';
import { FILTER_NAMES } from './order-address.ts';
import { statusGroups } from './status-groups.ts';

/** What filters are put into words with. */
export interface FilterTexts {
  readonly t: TFunction<'orderFilters'>;
  readonly locale: Locale;
  readonly format: Pick<Format, 'days'>;
  /** File and day of the import that is filtered by, once known. */
  readonly importName?: string | undefined;
}

export type NamedFilter = Exclude<(typeof FILTER_NAMES)[number], 'search' | 'withoutTags'>;

/** The filters in the sequence in which they are named; a search stands in its own box. */
export const NAMED_FILTERS = FILTER_NAMES.filter(
  (name): name is NamedFilter => name !== 'search' && name !== 'withoutTags',
);

/** The most values that are named; of more, the rest are counted. */
const NAMED_VALUES = 3;

/** What each filter that is in force chooses, in words: "This week", "Created or Delivered". */
export function filterWords(
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
