import type { ViewFilter } from '@portage/contract/orders/order-views';

/** Filters in the sequence of the address: equal filters have equal addresses. */
export const FILTER_NAMES = [
  'search',
  'placed',
  'delivered',
  'fulfilment',
  'deliveryType',
  'displayName',
  'origin',
  'tags',
  'withoutTags',
  'status',
  'labels',
  'service',
  'business',
  'import',
] as const satisfies readonly (keyof ViewFilter)[];

/** Filters as the address of the list has them: each a text, with commas between several values. */
export type FilterAddress = { readonly [Name in keyof ViewFilter]?: string };

/** The state of the list in its address. */
export interface OrdersSearch extends FilterAddress {
  /** Id of the order whose details are open. */
  readonly expanded?: string;
  /** Id of the saved view that the filters began with. */
  readonly view?: string;
  /** The columns that show in place of the view's, with commas between them. */
  readonly columns?: string;
}

/** Reads the address. `readFilter` validates the filters later: every page loads this code. */
export function readOrdersSearch(address: Record<string, unknown>): OrdersSearch {
  const { expanded, view, columns } = address;
  return {
    ...(typeof expanded === 'string' && { expanded }),
    ...(typeof view === 'string' && { view }),
    ...(typeof columns === 'string' && { columns }),
    ...addressOf((name) => textOf(address[name])),
  };
}

/** The address of filters. */
export function writeFilter(filter: ViewFilter): FilterAddress {
  return addressOf((name) => {
    const value = filter[name];
    if (value === undefined) return undefined;
    const yesNo = value === true ? 'yes' : 'no';
    return typeof value === 'boolean' ? yesNo : String(value);
  });
}

function addressOf(write: (name: keyof ViewFilter) => string | undefined): FilterAddress {
  const texts = FILTER_NAMES.map((name) => [name, write(name)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/** The view of an address and the columns it shows, without any filter. */
export function viewOf({ view, columns }: OrdersSearch): OrdersSearch {
  return { ...(view !== undefined && { view }), ...(columns !== undefined && { columns }) };
}

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
