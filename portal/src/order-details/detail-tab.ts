/** Spec 1 §2, in sequence. */
export const DETAIL_TABS = ['information', 'items', 'packages', 'addresses', 'history'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

export interface OrderPageSearch {
  /** The first one when missing. */
  readonly tab?: DetailTab;
}

/** Drops unknown tabs. */
export function readOrderPageSearch(address: Record<string, unknown>): OrderPageSearch {
  const tab = detailTab(address['tab']);
  return tab ? { tab } : {};
}

export function detailTab(name: unknown): DetailTab | undefined {
  return DETAIL_TABS.find((tab) => tab === name);
}
