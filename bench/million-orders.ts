import { ordersSeed } from './orders-seed.ts';

/** Orders of the two compared merchants. */
export const COUNTS = { large: 1_000_000, small: 10_000 } as const;

/** One merchant with a million of 1,400,000 orders, one with 10,000, and 48 that share the others. */
export const millionOrders = ordersSeed('orders_1400k', [
  COUNTS.large,
  COUNTS.small,
  ...Array.from({ length: 48 }, () => 8125),
]);

/** The merchants that are compared, by their place in the seed. */
export const LARGE = 0;
export const SMALL = 1;
