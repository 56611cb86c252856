import type { Internet } from '../outgoing/public-address.ts';

/** Resolves no name and allows no address. */
export const noInternet: Internet = { addressesOf: async () => [], mayReach: () => false };
