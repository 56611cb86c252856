/** What the address of the list keeps. */
export interface OrdersSearch {
  /** Id of the order whose details are open. */
  readonly expanded?: string;
  /** The text that orders are searched for. */
  readonly search?: string;
}

/** Which orders are listed, in the words of the call (spec 1 §3, order list filter). */
export interface ListedOrders {
  readonly freeSearch?: string;
}

/** The longest text that can be searched for, as in the contract. */
export const SEARCH_MAX_LENGTH = 200;

/** Reads the state of the list from its address; what cannot be read is left out. */
export function readOrdersSearch({ expanded, search }: Record<string, unknown>): OrdersSearch {
  // The router reads what looks like a number as one.
  const text = typeof search === 'number' ? String(search) : search;
  return {
    ...(typeof expanded === 'string' && { expanded }),
    ...(typeof text === 'string' && text !== '' && { search: text.slice(0, SEARCH_MAX_LENGTH) }),
  };
}

/** What the address asks the server for. */
export function listedOrders({ search }: OrdersSearch): ListedOrders {
  return search === undefined ? {} : { freeSearch: search };
}
