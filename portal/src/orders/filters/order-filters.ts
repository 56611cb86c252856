import { FREE_SEARCH_MAX_LENGTH } from '@portage/contract/order-filter';
import { ViewFilter } from '@portage/contract/order-views';

type FilterName = keyof ViewFilter;
const FILTER_NAMES = Object.keys(ViewFilter.shape) as FilterName[];

/** Filters as the address of the list has them: each a text, with commas between several values. */
export type FilterAddress = { readonly [Name in FilterName]?: string };

/** What the address of the list keeps. */
export interface OrdersSearch extends FilterAddress {
  /** Id of the order whose details are open. */
  readonly expanded?: string;
  /** Id of the saved view that the filters began with. */
  readonly view?: string;
  /** The columns that show in place of the view's, with commas between them. */
  readonly columns?: string;
}

/** Reads the state of the list from its address; what cannot be read is left out. */
export function readOrdersSearch(address: Record<string, unknown>): OrdersSearch {
  const { expanded, view, columns } = address;
  return {
    ...(typeof expanded === 'string' && { expanded }),
    ...(typeof view === 'string' && { view }),
    ...(typeof columns === 'string' && { columns }),
    ...writeFilter(readFilter(address)),
  };
}

/** The view of an address and the columns it shows, without any filter. */
export function viewOf({ view, columns }: OrdersSearch): OrdersSearch {
  return { ...(view !== undefined && { view }), ...(columns !== undefined && { columns }) };
}

/**
 * The filters of an address; each that does not fit is left out alone, and so are days of delivery
 * once other statuses than DELIVERED are listed.
 */
export function readFilter(address: Record<string, unknown>): ViewFilter {
  const fitting = FILTER_NAMES.flatMap((name) => {
    const typed = textOf(address[name]);
    if (typed === undefined) return [];
    const { success, data } = ViewFilter.shape[name].safeParse(valueOf(name, typed));
    return success && data !== undefined ? [[name, data]] : [];
  });
  const { delivered, ...filter } = Object.fromEntries(fitting) as ViewFilter;
  const isFittingToo = delivered !== undefined && mayFilterByDelivery(filter);
  return isFittingToo ? { ...filter, delivered } : filter;
}

/** Whether the list may be filtered by when orders were delivered (spec 1 §5). */
export const mayFilterByDelivery = ({ status }: Pick<ViewFilter, 'status'>) =>
  status?.length === 1 && status[0] === 'DELIVERED';

/** The address of filters, in a fixed sequence, so that the same filters have the same address. */
export function writeFilter(filter: ViewFilter): FilterAddress {
  const texts = FILTER_NAMES.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    const yesNo = value === true ? 'yes' : 'no';
    return [[name, typeof value === 'boolean' ? yesNo : String(value)]];
  });
  return Object.fromEntries(texts) as FilterAddress;
}

/** Not `true` and `false`, which the router would read as JSON. */
const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
]);

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The value that a text of the address stands for, not yet checked. */
function valueOf(name: FilterName, text: string): unknown {
  switch (name) {
    case 'search':
      return text.slice(0, FREE_SEARCH_MAX_LENGTH);
    case 'tags':
    case 'status':
    case 'labels':
    case 'service':
      return text.split(',');
    case 'withoutTags':
    case 'business':
      return YES_NO.get(text);
    default:
      return text;
  }
}
