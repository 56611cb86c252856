import type { Recipient } from '@portage/contract/new-order';
import { NewOrder } from '@portage/contract/new-order';
import { inchesOf, poundsOf, type NewPackage } from '@portage/contract/packages';
import { Temporal } from 'temporal-polyfill';
import type { Clientele, Ordering } from './demo-customers.ts';
import { boulangerieDuCoin } from './demo-merchants.ts';
import { driverNote } from './demo-notes.ts';
import { demoBasket, itemsOf, packagesOf } from './demo-packing.ts';
import { BAKED_GOODS } from './demo-products.ts';
import type { DemoRandom } from './demo-random.ts';
import { bookWindow } from './demo-windows.ts';

/** Customers of Boulangerie du Coin: Montréal, and many offices. They come back. */
export const BOULANGERIE_CLIENTELE: Clientele = {
  metros: [['MTL', 1]],
  businesses: 0.3,
  returning: 0.45,
};

const { profile } = boulangerieDuCoin;

const round = (value: number, step: number) => Math.round(value / step) * step;

/** A package measured as the bakery does, in kilograms and centimetres. */
function inMetric(one: NewPackage): NewPackage {
  const [length, width, height] = inchesOf(one).map((inches) => round(inches * 2.54, 1));
  return {
    weightOptions: { weight: Number((poundsOf(one) / 2.2046).toFixed(1)), unit: 'kg' },
    sizeOptions: { length: length ?? 0, width: width ?? 0, height: height ?? 0, unit: 'cm' },
  };
}

/** The bakery does not insist on a phone number. */
function withOrWithoutPhone(random: DemoRandom, { phone, ...recipient }: Recipient): Recipient {
  return random.chance(0.6) ? { ...recipient, phone } : recipient;
}

/** From Tuesday to Thursday an order for the next day arrives before the bakery's Monday off. */
const mayShipNextDay = (weekday: number) => weekday >= 2 && weekday <= 4;

/** An order as the bakery writes it down, in French. */
export function boulangerieOrder(
  random: DemoRandom,
  { customer, at, ordinal }: Ordering,
): NewOrder {
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
