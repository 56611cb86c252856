import { Temporal } from 'temporal-polyfill';
import { NewOrder, type Recipient } from '@portage/contract/orders/new-order';
import { inchesOf, poundsOf, type NewPackage } from '@portage/contract/orders/packages';
import { type Rhythm, type PickupHabits, bookWindow } from './calendar.ts';
import type { Clientele, Ordering } from './customers.ts';
import { FATES_OF_FOOD, FATES_OF_GOODS, type Fates } from './journey.ts';
import { MAPLE_AND_PINE_CLIENTELE, mapleAndPineOrder } from './maple-and-pine.ts';
import { boulangerieDuCoin, mapleAndPine, type DemoMerchant } from './merchants.ts';
import type { Mistake } from './mistakes.ts';
import { driverNote } from './notes.ts';
import { demoBasket, itemsOf, packagesOf, BAKED_GOODS } from './products.ts';
import type { DemoRandom } from './random.ts';

/** Many returning offices in Montréal. */
const BOULANGERIE_CLIENTELE: Clientele = {
  metros: [['MTL', 1]],
  businesses: 0.3,
  returning: 0.45,
};

const { profile } = boulangerieDuCoin;

const round = (value: number, step: number) => Math.round(value / step) * step;

function inMetric(one: NewPackage): NewPackage {
  const [length, width, height] = inchesOf(one).map((inches) => round(inches * 2.54, 1));
  return {
    weightOptions: { weight: Number((poundsOf(one) / 2.2046).toFixed(1)), unit: 'kg' },
    sizeOptions: { length: length ?? 0, width: width ?? 0, height: height ?? 0, unit: 'cm' },
  };
}

function withOrWithoutPhone(random: DemoRandom, { phone, ...recipient }: Recipient): Recipient {
  return random.chance(0.6) ? { ...recipient, phone } : recipient;
}

/** An order of Tuesday to Thursday arrives before the bakery's Monday off. */
const mayShipNextDay = (weekday: number) => weekday >= 2 && weekday <= 4;

function boulangerieOrder(random: DemoRandom, { customer, at, ordinal }: Ordering): NewOrder {
  const { recipient, address } = customer;
  const { timeZone } = profile;
  const { dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const isNextDay = mayShipNextDay(dayOfWeek) && random.chance(0.35);
  const basket = demoBasket(random, BAKED_GOODS, 4);
  const tags = basket.flatMap(({ product: { tag } }) => (tag && random.chance(0.35) ? [tag] : []));

  return NewOrder.parse({
    originAddress: { ...profile.merchantLocation, isBusinessAddress: true },
    recipient: withOrWithoutPhone(random, recipient),
    recipientAddress: address,
    saveAddress: random.chance(0.15),
    refNumber: `BC-${String(1180 + ordinal)}`,
    tags: [
      ...tags,
      ...(random.chance(0.12) ? ['abonnement'] : []),
      ...(random.chance(0.05) ? ['sans noix'] : []),
    ],
    notes: random.chance(0.4) ? driverNote(random, address) : undefined,
    packages: packagesOf(basket).map(inMetric),
    // Bread and cakes by the half-dozen are not taxed in Québec.
    orderItems: itemsOf(basket, 0),
    service: isNextDay ? 'NEXTDAY' : 'SCHEDULED',
    window: isNextDay ? undefined : bookWindow(random, profile, { at, timeZone, daysAhead: 1 }),
    source: 'dashboard',
  });
}

export interface DemoBusiness {
  readonly merchant: DemoMerchant;
  readonly seed: number;
  /** Orders of the last 90 days. */
  readonly recentOrders: number;
  /** Orders old enough to be archived. */
  readonly archivedOrders: number;
  readonly heavyAllowed: boolean;
  readonly mistakes: readonly Mistake[];
  /** True to show every status at any hour of the day. */
  readonly showsEveryStatus: boolean;
  readonly rhythm: Rhythm;
  readonly clientele: Clientele;
  readonly habits: PickupHabits;
  readonly fates: Fates;
  readonly writeOrder: (random: DemoRandom, ordering: Ordering) => NewOrder;
}

export const demoBusinesses: readonly DemoBusiness[] = [
  {
    merchant: mapleAndPine,
    seed: 1_608,
    recentOrders: 2_488,
    archivedOrders: 12,
    heavyAllowed: true,
    mistakes: [
      ...(['addressNotFound', 'outsideServiceArea', 'serviceNotOffered', 'tooHeavy'] as const),
      ...([
        'addressNotFound',
        'windowNotOffered',
        'addressNotFound',
        'outsideServiceArea',
      ] as const),
    ],
    showsEveryStatus: true,
    rhythm: {
      weekdays: [1, 0.94, 0.9, 0.92, 0.88, 0.55, 0.4],
      hours: [
        ...[0.6, 0.4, 0.2, 0.1, 0.1, 0.3, 1, 2.5, 5, 8, 10, 11],
        ...[10.5, 6, 5, 4.5, 4, 3.5, 3, 3, 3.2, 3, 2, 1.2],
      ],
    },
    clientele: MAPLE_AND_PINE_CLIENTELE,
    habits: { onTheDay: false, pickupFrom: '13:30' },
    fates: FATES_OF_GOODS,
    writeOrder: mapleAndPineOrder,
  },
  {
    merchant: boulangerieDuCoin,
    seed: 1_642,
    recentOrders: 320,
    archivedOrders: 0,
    heavyAllowed: false,
    mistakes: ['addressNotFound', 'windowNotOffered', 'addressNotFound', 'outsideServiceArea'],
    showsEveryStatus: false,
    rhythm: {
      weekdays: [0.25, 0.8, 0.85, 1, 1, 0.7, 0.4],
      hours: [
        ...[0, 0, 0, 0, 0.1, 0.5, 3, 6, 7, 8, 8, 7],
        ...[5, 5, 6, 6, 5, 4, 2, 1.5, 1, 0.6, 0.3, 0.1],
      ],
    },
    clientele: BOULANGERIE_CLIENTELE,
    habits: { onTheDay: true, pickupFrom: '05:30' },
    fates: FATES_OF_FOOD,
    writeOrder: boulangerieOrder,
  },
];
