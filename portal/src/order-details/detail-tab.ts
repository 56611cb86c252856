/** The tabs of an order’s details (spec 1 §2), in their sequence. */
export const DETAIL_TABS = ['information', 'items', 'packages', 'addresses', 'history'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** The state of an order’s page in its address. */
export interface OrderPageSearch {
  /** The tab that shows; the first one when it is missing. */
  readonly tab?: DetailTab;
}

/** Reads which tab shows from the address of the page; what is no tab is left out. */
export function readOrderPageSearch(address: Record<string, unknown>): OrderPageSearch {
  const tab = detailTab(address['tab']);
  return tab ? { tab } : {};
}

/** The tab of a name; undefined when there is none. */
export function detailTab(name: unknown): DetailTab | undefined {
  return DETAIL_TABS.find((tab) => tab === name);
}
