import { ordersSeed } from './orders-seed.ts';

/** One merchant with a million of 1,400,000 orders, one with 10,000, and 48 that share the others. */
export const millionOrders = ordersSeed('orders_1400k', [
  1_000_000,
  10_000,
  ...Array.from({ length: 48 }, () => 8125),
]);

/** The merchants of the seed that are compared, counted from 0. */
export const LARGE = 0;
export const SMALL = 1;
