/** What the address of the list keeps. */
export interface OrdersSearch {
  /** Id of the order whose details are open. */
  readonly expanded?: string;
}

/** Reads the state of the list from its address; what cannot be read is left out. */
export function readOrdersSearch({ expanded }: Record<string, unknown>): OrdersSearch {
  return typeof expanded === 'string' ? { expanded } : {};
}
