import type { Reach } from '@portage/contract/explained-rates';
import type { Service } from '@portage/contract/services';

/**
 * Public prices per delivery in cents, by packages a week (spec 2 §9). A tier holds from its volume
 * up to the next tier's. Merchants with a price of their own have it in their pricing rows.
 */
const PUBLIC_TIERS = [
  { packagesAWeek: 0, NEXTDAY: 1200, SAMEDAY: 1550, SCHEDULED: 1800 },
  { packagesAWeek: 200, NEXTDAY: 902, SAMEDAY: 1261, SCHEDULED: 1358 },
  { packagesAWeek: 500, NEXTDAY: 829, SAMEDAY: 1223, SCHEDULED: 1317 },
  { packagesAWeek: 1000, NEXTDAY: 796, SAMEDAY: 1186, SCHEDULED: 1278 },
  { packagesAWeek: 2000, NEXTDAY: 764, SAMEDAY: 1151, SCHEDULED: 1239 },
] as const;

const [LIST_PRICE] = PUBLIC_TIERS;

/**
 * The base price of one package in cents, by how far it goes, in the currency of the origin. A
 * service is offered exactly where it has a price. The spec gives the first tier; STANDARD, FLEX and
 * CUSTOMER_BOOKING are product decisions: STANDARD and FLEX stay below NEXTDAY wherever both are
 * offered, and a booked delivery costs what a scheduled one does.
 */
export const BASE_PRICES: Readonly<Record<Service, Partial<Readonly<Record<Reach, number>>>>> = {
  SAMEDAY: { metro: LIST_PRICE.SAMEDAY },
  NEXTDAY: { metro: LIST_PRICE.NEXTDAY, corridor: LIST_PRICE.NEXTDAY },
  SCHEDULED: { metro: LIST_PRICE.SCHEDULED },
  STANDARD: { metro: 950, corridor: 1050, network: 1450 },
  FLEX: { metro: 800, corridor: 900, network: 1250 },
  CUSTOMER_BOOKING: { metro: LIST_PRICE.SCHEDULED },
};

/** What the base price of a package covers (spec 2 §2): 25 lb, and the volume of a 10 in cube. */
export const INCLUDED = { pounds: 25, cubicInches: 10 * 10 * 10 } as const;

/** Cubic inches that weigh as much as a pound: the parcel carriers' usual divisor (product decision). */
export const DIMENSIONAL_DIVISOR = 139;

/** What each pound above the base price costs, in cents (product decision). */
export const CENTS_PER_EXTRA_POUND = 35;

/**
 * The most a HEAVY package may weigh and measure on its longest side; beyond it nothing is carried.
 * The weight is a product decision, the length what a 20 ft truck holds.
 */
export const HEAVY_LIMIT = { pounds: 500, inches: 240 } as const;
