/**
 * Reads the search of an address with `read` and drops the rest of it: the router would pass on what
 * `read` leaves out, such as a tab that does not exist.
 */
export const readStrictly =
  <Search extends object>(read: (address: Record<string, unknown>) => Search) =>
  (address: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(address).map((name) => [name, undefined])),
    ...read(address),
  });

/** The shop and the order that the platform opens the fulfill page with; empty where missing. */
export const readFulfillSearch = readStrictly(({ shop, id }): { shop: string; id: string } => ({
  shop: typeof shop === 'string' ? shop : '',
  id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
}));

/** Which shop orders are listed. */
export const readShopOrdersSearch = readStrictly(({ show }): { show?: 'drift' } =>
  show === 'drift' ? { show } : {},
);

/** What is searched for in the address book. */
export const readAddressBookSearch = readStrictly(({ search }): { search?: string } => {
  // The router reads what looks like a number as one.
  const text = typeof search === 'number' ? String(search) : search;
  return typeof text === 'string' && text !== '' ? { search: text } : {};
});
