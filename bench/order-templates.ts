import { NewOrder } from '@portage/contract/new-order';
import type { OrderStatus } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import { advanceOrder } from '../server/src/orders/advance-order.ts';
import { draftOrder } from '../server/src/orders/draft-order.ts';
import { locateAndRate } from '../server/src/orders/locate-and-rate.ts';
import { recordScan } from '../server/src/orders/record-scan.ts';
import { embeddedPlaces } from '../server/src/places/embedded-places.ts';
import type { Places } from '../server/src/places/places.ts';
import { merchantProfile } from '../server/src/testing/make-merchant.ts';
import { CITIES, NAMES, NOTES, PRODUCTS, TAGS } from './sample-words.ts';

/** How many different documents the seeded orders are made of. */
const TEMPLATES = 360;

/** A Wednesday in Toronto, before the cutoff; the templates live on this day and the next. */
export const TEMPLATE_DAY: EpochMillis = Date.parse('2026-06-10T09:00:00-04:00');

const MINUTE = 60_000;

/** The ways orders go after they were located; most are delivered. */
const LIVES: readonly (readonly OrderStatus[])[] = [
  ...Array.from({ length: 7 }, (): OrderStatus[] => [
    'PICKUP_READY',
    'CARRIER_PICKED_UP',
    'SHIPMENT_PROCESSING',
    'RECEIVED_AT_DESTINATION',
    'OUT_FOR_DELIVERY',
    'DELIVERY_EN_ROUTE',
    'DELIVERED',
  ]),
  ['PICKUP_READY', 'CARRIER_PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED'],
  ['PICKUP_READY', 'CARRIER_PICKED_UP', 'SHIPMENT_PROCESSING'],
  ['PICKUP_READY'],
  [],
];

/** One of the items; which one follows from the number. */
function pick<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length];
  if (item === undefined) throw new RangeError('There is nothing to pick from');
  return item;
}

/** What a merchant asks for: the same for the same number. */
export function newOrder(number: number): NewOrder {
  const city = pick(CITIES, number);
  const items = Array.from({ length: 1 + (number % 3) }, (_, index) => {
    const [name, unitPrice] = pick(PRODUCTS, number + index * 5);
    return {
      name,
      sku: `SKU-${1000 + ((number * 7 + index) % 900)}`,
      refNumber: `L-${number}-${index + 1}`,
      quantity: 1 + ((number + index) % 3),
      unitPrice,
      taxAmount: Math.round(unitPrice * 13) / 100,
      warehouseLocation: `A${index}-${number % 40}`,
      imageUrl: `https://images.example/products/${1000 + number}/${index}/front-800x800.jpg`,
    };
  });
  const name = pick(NAMES, number);
  return NewOrder.parse({
    originAddress: merchantProfile().merchantLocation,
    recipient: { name, phone: '416-555-0142', email: `recipient.${number}@example.com` },
    recipientAddress: { ...city, street: `${100 + number} ${city.street}`, country: 'CA' },
    packages: Array.from({ length: number % 4 === 0 ? 2 : 1 }, (_, index) => ({
      weightOptions: { weight: 2 + ((number + index) % 30), unit: 'lb' },
      sizeOptions: { length: 14, width: 10, height: 4 + (number % 8), unit: 'inch' },
    })),
    refNumber: `PO-${40_000 + number}`,
    merchantDisplayName: 'North Table',
    tags: [pick(TAGS, number), pick(TAGS, number + 1)],
    notes: pick(NOTES, number),
    orderItems: items,
    service: 'NEXTDAY',
    customFields: [{ name: 'shop order', value: `#${10_000 + number}` }],
  });
}

/** An order that goes a way, three hours a step; the carrier scans every package at each of its own. */
function live(placed: Order, life: readonly OrderStatus[]): Order {
  const { city } = placed.recipientAddress;
  return life.reduce((order, to, step) => {
    const at = TEMPLATE_DAY + (step + 1) * 180 * MINUTE;
    if (to === 'PICKUP_READY') return advanceOrder(order, { to, actor: 'merchant', at });
    return order.packages.reduce(
      (scanned, { trackingNumber }) => recordScan(scanned, { trackingNumber, at, city }),
      advanceOrder(order, { to, actor: 'carrier', at, city }),
    );
  }, placed);
}

async function makeTemplate(number: number, places: Places): Promise<Order> {
  const merchant = merchantProfile();
  const author = { merchantId: merchant.id, username: 'bench@portage.example' };
  const draft = draftOrder(newOrder(number), author, TEMPLATE_DAY);
  const [origin, recipient] = await Promise.all([
    places.locate(draft.dtoOriginAddress),
    places.locate(draft.dtoRecipientAddress),
  ]);
  const context = { merchant, heavyAllowed: false, now: TEMPLATE_DAY + MINUTE };
  const placed = locateAndRate(draft, { origin, recipient }, context);
  return live(placed, pick(LIVES, number));
}

/** A few hundred different full orders of about 4 kB, made by the domain's own functions. */
export async function makeOrderTemplates(): Promise<Order[]> {
  const places = embeddedPlaces();
  return Promise.all(
    Array.from({ length: TEMPLATES }, (_, number) => makeTemplate(number, places)),
  );
}
