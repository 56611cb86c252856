import { NewOrder } from '@portage/contract/orders/new-order';
import { deliveryTypeOf } from '@portage/contract/orders/packages';
import type { z } from 'zod';
import { findRoute } from '../rates/find-route.ts';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import type { Ordering } from './demo-customers.ts';
import { mapleAndPine } from './demo-merchants.ts';
import { hourAt } from './demo-timestamps.ts';
import { driverNote, giftMessage } from './demo-notes.ts';
import { demoBasket, itemsOf, packagesOf } from './demo-packing.ts';
import { HEAVY_FURNITURE } from './demo-products.ts';
import type { DemoRandom } from './demo-random.ts';
import { bookWindow } from './demo-windows.ts';
import {
  chooseHandOver,
  chooseService,
  chooseTags,
  CUTOFF_HOUR,
  originFor,
  RANGES,
  reference,
} from './maple-and-pine-choices.ts';

const { profile } = mapleAndPine;

/** Sales tax where the recipient lives; none is charged across the border. */
const TAX_RATES: Readonly<Record<string, number>> = {
  ON: 0.13,
  QC: 0.149_75,
  BC: 0.12,
  AB: 0.05,
  MB: 0.12,
  NS: 0.14,
};

/** Order ids of the online shop begin here. */
const SHOP_ORDER_IDS = 5_803_114_000_000;

/** An order as the shop of Maple & Pine sends it, or as its staff types it. */
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
