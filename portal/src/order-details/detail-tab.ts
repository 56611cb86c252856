import { z } from 'zod';

/** The tabs of an order’s details (spec 1 §2), in their sequence. */
export const DetailTab = z.enum(['information', 'items', 'packages', 'addresses', 'history']);
export type DetailTab = z.infer<typeof DetailTab>;

/** What the address of an order’s page keeps. */
export interface OrderPageSearch {
  /** The tab that shows; the first one when it is missing. */
  readonly tab?: DetailTab;
}

/** Reads which tab shows from the address of the page; what is no tab is left out. */
export function readOrderPageSearch(address: Record<string, unknown>): OrderPageSearch {
  const { success, data } = DetailTab.safeParse(address['tab']);
  return success ? { tab: data } : {};
}
