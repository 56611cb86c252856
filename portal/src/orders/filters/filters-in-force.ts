import type { ViewFilter } from '@portage/contract/orders/order-views';
import { type FilterTexts, filterWords, NAMED_FILTERS, type NamedFilter } from './filter-words.ts';

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
export interface FilterInForce {
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
