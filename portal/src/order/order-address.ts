import type { ViewFilter } from '@portage/contract/orders/order-views';

/** In a fixed sequence: equal filters have equal addresses. */
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
  'attention',
  'labels',
  'service',
  'business',
  'import',
  'sort',
] as const satisfies readonly (keyof ViewFilter)[];

/** Texts, with commas between values. */
export type FilterAddress = { readonly [Name in keyof ViewFilter]?: string };

export interface OrdersSearch extends FilterAddress {
  readonly expanded?: string;
  readonly view?: string;
  /** Instead of the view's, with commas between. */
  readonly columns?: string;
}

/** Leaves validation to `readFilter`: every page loads this code. */
export function readOrdersSearch(address: Record<string, unknown>): OrdersSearch {
  const { expanded, view, columns } = address;
  return {
    ...(typeof expanded === 'string' && { expanded }),
    ...(typeof view === 'string' && { view }),
    ...(typeof columns === 'string' && { columns }),
    ...addressOf((name) => textOf(address[name])),
  };
}

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

/** Keeps view and columns, without any filter. */
export function viewOf({ view, columns }: OrdersSearch): OrdersSearch {
  return { ...(view !== undefined && { view }), ...(columns !== undefined && { columns }) };
}

/** The router reads texts like numbers as numbers. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
