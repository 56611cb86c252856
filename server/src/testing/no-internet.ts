import type { Internet } from '../outgoing/public-address.ts';

/** An internet in which no name has an address, and nothing may be reached. */
export const noInternet: Internet = { addressesOf: async () => [], mayReach: () => false };
