import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, MINUTE } from '@portage/contract/time';
import { advanceOrder, recordScan } from '../server/src/orders/advance-order.ts';
import { locateAndRate } from '../server/src/orders/locate-and-rate-orders.ts';
import { draftOrder } from '../server/src/orders/order-document.ts';
import { embeddedPlaces } from '../server/src/places/embedded-places.ts';
import type { Places } from '../server/src/places/places.ts';
import { shippedTariff } from '../server/src/tariffs/shipped-tariff.ts';
import { merchantProfile } from '../server/src/testing/make-merchant.ts';
import { stepsTaken, WAYS, type Step, type Way } from './order-ways.ts';
import { CITIES, NOTES, pick, PRODUCTS } from './sample-words.ts';

/** Orders per route through the statuses. */
const TEMPLATES = 28;

/** Places all templates on a Wednesday in Toronto, before the cutoff. */
export const TEMPLATE_DAY: EpochMillis = Date.parse('2026-06-10T09:00:00-04:00');

/** Builds a new order, the same for the same number. */
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
  return NewOrder.parse({
    originAddress: merchantProfile().merchantLocation,
    recipient: { name: 'Zoé Tremblay', phone: '416-555-0142', email: 'zoe@example.com' },
    recipientAddress: { ...city, street: `${100 + number} ${city.street}`, country: 'CA' },
    packages: Array.from({ length: number % 4 === 0 ? 2 : 1 }, (_, index) => ({
      weightOptions: { weight: 2 + ((number + index) % 30), unit: 'lb' },
      sizeOptions: { length: 14, width: 10, height: 4 + (number % 8), unit: 'inch' },
    })),
    refNumber: `PO-${number}`,
    notes: pick(NOTES, number),
    orderItems: items,
    service: 'NEXTDAY',
    customFields: [{ name: 'shop order', value: `#${number}` }],
  });
}

/** Advances an order by one step. The carrier scans all packages at its own steps. */
function advance(order: Order, { to, actor, after }: Step): Order {
  const at = TEMPLATE_DAY + after;
  if (actor !== 'carrier') return advanceOrder(order, { to, actor, at });
  const { city } = order.recipientAddress;
  return order.packages.reduce(
    (scanned, { trackingNumber }) => recordScan(scanned, { trackingNumber, at, city }),
    advanceOrder(order, { to, actor, at, city }),
  );
}

async function makePlaced(number: number, places: Places): Promise<Order> {
  const merchant = merchantProfile();
  const author = { merchantId: merchant.id, username: 'bench@portage.example' };
  const draft = draftOrder(newOrder(number), author, TEMPLATE_DAY);
  const [origin, recipient] = await Promise.all([
    places.locate(draft.dtoOriginAddress),
    places.locate(draft.dtoRecipientAddress),
  ]);
  const context = {
    merchant,
    heavyAllowed: false,
    now: TEMPLATE_DAY + MINUTE,
    tariffs: { at: shippedTariff },
  };
  return locateAndRate(draft, { origin, recipient }, context);
}

/** An order of the templates, and its document. */
export interface Template {
  order: Order;
  text: string;
}

/** Returns the template for a route, an age in milliseconds and a number. */
export type TemplateOf = (way: Way, age: number, number: number) => Template;

/** Full orders of about 4 kB at every step of every route, made by the product's own functions. */
export async function makeOrderTemplates(): Promise<TemplateOf> {
  const places = embeddedPlaces();
  const placed = await Promise.all(
    Array.from({ length: TEMPLATES }, (_, number) => makePlaced(number, places)),
  );
  const templatesOf = (way: Way): Template[][] => {
    const stages = [placed];
    for (const step of WAYS[way]) {
      stages.push((stages.at(-1) ?? []).map((order) => advance(order, step)));
    }
    return stages.map((orders) => orders.map((order) => ({ order, text: JSON.stringify(order) })));
  };
  const templates: Record<Way, Template[][]> = {
    delivered: templatesOf('delivered'),
    returned: templatesOf('returned'),
    lost: templatesOf('lost'),
    cancelled: templatesOf('cancelled'),
  };
  return (way, age, number) => pick(templates[way][stepsTaken(way, age)] ?? [], number);
}
