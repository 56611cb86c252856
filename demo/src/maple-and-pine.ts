import type { z } from 'zod';
import type { Address } from '@portage/contract/addresses/address';
import { NewOrder } from '@portage/contract/orders/new-order';
import { deliveryTypeOf, type DeliveryType } from '@portage/contract/orders/packages';
import type { Reach, DeliveryService, Service } from '@portage/contract/rates/rates';
import { findRoute } from '../../server/src/rates/service-area.ts';
import { shippedTariff } from '../../server/src/tariffs/shipped-tariff.ts';
import type { Metro } from './addresses.ts';
import { hourAt, bookWindow } from './calendar.ts';
import type { Ordering, Clientele } from './customers.ts';
import { mapleAndPine } from './merchants.ts';
import { driverNote, giftMessage } from './notes.ts';
import {
  demoBasket,
  itemsOf,
  packagesOf,
  HEAVY_FURNITURE,
  type BasketLine,
  HOME_GOODS,
  KIDS_GOODS,
  TABLE_GOODS,
  type DemoProduct,
} from './products.ts';
import type { DemoRandom } from './random.ts';

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

interface Range {
  readonly brand?: string;
  readonly products: readonly DemoProduct[];
}

const RANGES: readonly (readonly [Range, number])[] = [
  [{ products: HOME_GOODS }, 56],
  [{ brand: 'Maple & Pine Kids', products: KIDS_GOODS }, 15],
  [{ brand: 'North Table', products: TABLE_GOODS }, 17],
  [{ brand: 'Pine Outlet', products: [...HOME_GOODS, ...KIDS_GOODS] }, 6],
  [{ products: HEAVY_FURNITURE }, 6],
];

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

const CUTOFF_HOUR = 13;

const { profile } = mapleAndPine;
const [montreal, vancouver] = profile.additionalLocations;

/** Toronto by default. */
const NEAREST: { readonly [metro in Metro]?: Address | undefined } = {
  MTL: montreal,
  QUE: montreal,
  HFX: montreal,
  VAN: vancouver,
  SEA: vancouver,
  CGY: vancouver,
  EDM: vancouver,
};

function originFor(random: DemoRandom, metro: Metro) {
  // Sometimes only the main location has stock.
  const nearest = random.chance(0.94) ? NEAREST[metro] : undefined;
  return nearest ?? profile.merchantLocation;
}

function chooseService(random: DemoRandom, reach: Reach, hour: number): Service {
  const offered = SERVICES[reach].filter(
    ([service]) => service !== 'SAMEDAY' || hour < CUTOFF_HOUR,
  );
  return random.weighted(offered);
}

function chooseHandOver(
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

interface HandOverNeeds {
  deliveryType: DeliveryType;
  service: Service;
  minimumAge: number | undefined;
}

function chooseTags(
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

/** Businesses often give their purchase order. */
function reference(random: DemoRandom, ordinal: number, isBusiness: boolean): string {
  const shopNumber = `MP-${10_400 + ordinal}`;
  return isBusiness && random.chance(0.5)
    ? `${shopNumber} / PO ${4_500_010_000 + ordinal * 7}`
    : shopNumber;
}

/** Keyed by the recipient's province; none apply across the border. */
const TAX_RATES: Readonly<Record<string, number>> = {
  ON: 0.13,
  QC: 0.149_75,
  BC: 0.12,
  AB: 0.05,
  MB: 0.12,
  NS: 0.14,
};

const SHOP_ORDER_IDS = 5_803_114_000_000;

export function mapleAndPineOrder(
  random: DemoRandom,
  { customer, at, ordinal }: Ordering,
): NewOrder {
  const { recipient, address, metro } = customer;
  const origin = originFor(random, metro);
  const route = findRoute(shippedTariff(), origin.postalCode, address.postalCode);
  if (!route) throw new RangeError(`No route to ${address.postalCode}`);
  const { timeZone } = route.origin;
  const hour = hourAt(at, timeZone);

  const { brand, products } = random.weighted(RANGES);
  const basket = demoBasket(random, products, products === HEAVY_FURNITURE ? 1 : 4);
  const packages = packagesOf(basket);
  const isBusiness = address.isBusinessAddress;
  const isFromShop = random.chance(0.72);
  const tags = chooseTags(random, basket, isBusiness);
  const ages = basket.flatMap(({ product }) => product.minimumAge ?? []);
  const minimumAge = ages.length > 0 ? Math.max(...ages) : undefined;
  const service = chooseService(random, route.reach, hour);
  const deliveryType = deliveryTypeOf(packages);
  const isGift = tags.includes('gift') && random.chance(0.5);

  const order: z.input<typeof NewOrder> = {
    originAddress: { ...origin, isBusinessAddress: true },
    recipient,
    recipientAddress: address,
    saveAddress: !isFromShop && random.chance(0.1),
    refNumber: reference(random, ordinal, isBusiness),
    merchantDisplayName: brand,
    minimumAge,
    tags,
    notes: random.chance(0.34) ? driverNote(random, address) : undefined,
    packages,
    orderItems: itemsOf(basket, TAX_RATES[address.province] ?? 0),
    service,
    window:
      service === 'SCHEDULED'
        ? bookWindow(random, profile, { at, timeZone, daysAhead: hour < CUTOFF_HOUR ? 1 : 2 })
        : undefined,
    deliveryService: chooseHandOver(random, { deliveryType, service, minimumAge }),
    signatureRequired: random.chance(0.05),
    customFields: [
      ...(isFromShop
        ? [{ name: 'shopifyOrderId', value: String(SHOP_ORDER_IDS + ordinal * 32_768 + 41) }]
        : []),
      ...(isGift ? [{ name: 'Gift message', value: giftMessage(random) }] : []),
    ],
    source: isFromShop ? 'api' : 'dashboard',
  };
  return NewOrder.parse(order);
}
