import { ordersSeed } from './orders-seed.ts';

/** Order counts of the two compared merchants. */
export const COUNTS = { large: 1_000_000, small: 10_000 } as const;

/** One merchant has a million of 1,400,000 orders, one has 10,000, and 48 share the others. */
export const millionOrders = ordersSeed('orders_1400k', [
  COUNTS.large,
  COUNTS.small,
  ...Array.from({ length: 48 }, () => 8125),
]);

/** Positions in the seed of the compared merchants. */
export const LARGE = 0;
export const SMALL = 1;
