import type { Reach } from '@portage/contract/rates/explained-rates';
import type { Address } from '@portage/contract/addresses/address';
import type { DeliveryType } from '@portage/contract/orders/packages';
import type { DeliveryService, Service } from '@portage/contract/rates/services';
import type { Metro } from './demo-metros.ts';
import type { Clientele } from './demo-customers.ts';
import { mapleAndPine } from './demo-merchants.ts';
import type { BasketLine } from './demo-packing.ts';
import {
  HEAVY_FURNITURE,
  HOME_GOODS,
  KIDS_GOODS,
  TABLE_GOODS,
  type DemoProduct,
} from './demo-products.ts';
import type { DemoRandom } from './demo-random.ts';

/** Where customers of Maple & Pine live: near its three locations, and along the network. */
export const MAPLE_AND_PINE_CLIENTELE: Clientele = {
  metros: [
    ['TOR', 46],
    ['MTL', 15],
    ['VAN', 14],
    ['OTT', 7],
    ['QUE', 3],
    ['CGY', 3],
    ['SEA', 2.5],
    ['EDM', 2],
    ['HFX', 2],
    ['WPG', 1.5],
    ['BUF', 1.5],
    ['DET', 1],
    ['WDS', 1],
  ],
  businesses: 0.13,
  returning: 0.22,
};

/** What is bought together, and the sub-brand it is sold under. */
interface Range {
  readonly brand?: string;
  readonly products: readonly DemoProduct[];
}

/** How often each range is bought. */
export const RANGES: readonly (readonly [Range, number])[] = [
  [{ products: HOME_GOODS }, 56],
  [{ brand: 'Maple & Pine Kids', products: KIDS_GOODS }, 15],
  [{ brand: 'North Table', products: TABLE_GOODS }, 17],
  [{ brand: 'Pine Outlet', products: [...HOME_GOODS, ...KIDS_GOODS] }, 6],
  [{ products: HEAVY_FURNITURE }, 6],
];

/** What customers choose among the services of a route. */
const SERVICES: Readonly<Record<Reach, readonly (readonly [Service, number])[]>> = {
  metro: [
    ['SAMEDAY', 27],
    ['NEXTDAY', 38],
    ['SCHEDULED', 11],
    ['STANDARD', 10],
    ['FLEX', 10],
    ['CUSTOMER_BOOKING', 4],
  ],
  corridor: [
    ['NEXTDAY', 45],
    ['STANDARD', 33],
    ['FLEX', 22],
  ],
  network: [
    ['STANDARD', 62],
    ['FLEX', 38],
  ],
};

/** The hour until which orders for SAMEDAY are taken, and until which orders leave on their day. */
export const CUTOFF_HOUR = 13;

const { profile } = mapleAndPine;
const [montreal, vancouver] = profile.additionalLocations;

/** Customers are served from the nearest location; those of no other metro area, from Toronto. */
const NEAREST: { readonly [metro in Metro]?: Address | undefined } = {
  MTL: montreal,
  QUE: montreal,
  HFX: montreal,
  VAN: vancouver,
  SEA: vancouver,
  CGY: vancouver,
  EDM: vancouver,
};

/** Where an order to a metro area is sent from. */
export function originFor(random: DemoRandom, metro: Metro) {
  // Now and then only the main location has the goods in stock.
  const nearest = random.chance(0.94) ? NEAREST[metro] : undefined;
  return nearest ?? profile.merchantLocation;
}

/** The service a customer chooses at an hour of the origin's day. */
export function chooseService(random: DemoRandom, reach: Reach, hour: number): Service {
  const offered = SERVICES[reach].filter(
    ([service]) => service !== 'SAMEDAY' || hour < CUTOFF_HOUR,
  );
  return random.weighted(offered);
}

/** How an order is to be handed over at the door. */
export function chooseHandOver(
  random: DemoRandom,
  { deliveryType, service, minimumAge }: HandOverNeeds,
): DeliveryService {
  if (deliveryType === 'HEAVY' || service === 'CUSTOMER_BOOKING') {
    return random.weighted([
      ['ROOM_OF_CHOICE', 40],
      ['WHITE_GLOVE', 25],
      ['THRESHOLD', 25],
      ['TO_THE_DOOR', 10],
    ]);
  }
  // An age can only be checked when the parcel is handed over.
  return minimumAge !== undefined || random.chance(0.12) ? 'THRESHOLD' : 'TO_THE_DOOR';
}

/** What the hand-over of an order depends on. */
interface HandOverNeeds {
  deliveryType: DeliveryType;
  service: Service;
  minimumAge: number | undefined;
}

/** What staff tag an order with. */
export function chooseTags(
  random: DemoRandom,
  basket: readonly BasketLine[],
  isBusiness: boolean,
): string[] {
  const tags = basket.flatMap(({ product: { tag } }) => (tag && random.chance(0.6) ? [tag] : []));
  if (isBusiness && random.chance(0.4)) tags.push('wholesale');
  const others = [
    ['VIP', 0.04],
    ['pre-order', 0.03],
    ['exchange', 0.02],
    ['event', 0.01],
  ] as const;
  return [...tags, ...others.filter(([, often]) => random.chance(often)).map(([tag]) => tag)];
}

/** The merchant's own reference; businesses often give their purchase order with it. */
export function reference(random: DemoRandom, ordinal: number, isBusiness: boolean): string {
  const shopNumber = `MP-${10_400 + ordinal}`;
  return isBusiness && random.chance(0.5)
    ? `${shopNumber} / PO ${4_500_010_000 + ordinal * 7}`
    : shopNumber;
}
