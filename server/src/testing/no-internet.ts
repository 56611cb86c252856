import type { Internet } from '../outgoing/internet.ts';

/** An internet in which no name has an address, and nothing may be reached. */
export const noInternet: Internet = { addressesOf: async () => [], mayReach: () => false };
