import type { Order } from '@portage/contract/orders/orders';
import type { Service } from '@portage/contract/rates/rates';
import { foldForSearch } from '@portage/contract/text';
import type { Way } from './order-ways.ts';
import { FIRST_NAMES, LAST_NAMES, pick } from './sample-words.ts';

/** Position of an order among all orders and among its merchant's. */
export interface Place {
  /** Among all merchants' orders. */
  number: number;
  /** Among the merchant's orders. */
  nth: number;
  /** Number of the merchant's orders. */
  count: number;
}

/** Number of orders of each rare kind per merchant. */
const RARE = 20;

/** Number of orders from which a merchant counts as large. */
const LARGE = 10_000;

/**
 * Returns a random-looking number, the same for the same order and question (MurmurHash3’s
 * finalizer).
 */
function mixed(number: number, question: number): number {
  let hash = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(question + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the order's position from 0 to 1 for a question. */
const part = (number: number, question: number) => mixed(number, question) / 2 ** 32;

/** Returns the choice at a position from 0 to 1 of the shares. */
function choose<T>(
  at: number,
  choices: readonly (readonly [share: number, choice: T])[],
): T | undefined {
  let sum = 0;
  return choices.find(([share]) => (sum += share) > at)?.[1];
}

/** Tells whether an order is one of twenty rare ones of a kind. */
const isRare = ({ nth, count }: Place, kind: number) =>
  nth % Math.ceil(count / RARE) === kind && count > RARE;

/** Picks the route of an order through the statuses. */
export function wayOf(place: Place): Way {
  if (isRare(place, 0)) return 'lost';
  const choices = [
    [0.03, 'returned'],
    [0.015, 'cancelled'],
  ] as const;
  return choose(part(place.number, 0), choices) ?? 'delivered';
}

function serviceOf(place: Place): Service {
  if (isRare(place, 1)) return 'CUSTOMER_BOOKING';
  const choices = [
    [0.3, 'SAMEDAY'],
    [0.02, 'STANDARD'],
    [0.015, 'FLEX'],
  ] as const;
  return choose(part(place.number, 1), choices) ?? 'NEXTDAY';
}

/** Café Été has no same-day orders: the two filters together match none. */
function displayNameOf(place: Place, service: Service): string | undefined {
  if (isRare(place, 2)) return 'Marché de Noël';
  const choices = [
    [0.025, 'Atelier Nord'],
    [0.3, 'Café Été'],
  ] as const;
  const name = choose(part(place.number, 2), choices) ?? 'North Table';
  return name === 'Café Été' && service === 'SAMEDAY' ? undefined : name;
}

function originOf(place: Place): string {
  if (isRare(place, 3)) return 'K1N 8S7';
  const choices = [
    [0.015, 'H4C 1N7'],
    [0.17, 'M5V 2T6'],
  ] as const;
  return choose(part(place.number, 3), choices) ?? 'M5X 1A9';
}

/** Common at small merchants, and rare at large ones. */
const isOfElsewhere = (place: Place) =>
  place.count < LARGE ? place.nth % 4 === 0 : isRare(place, 4);

function tagsOf(place: Place): string[] {
  const shares = [
    [0.25, 'gift'],
    [0.15, 'fragile'],
    [0.05, 'VIP'],
    [0.003, 'pre-order'],
  ] as const;
  const tags = shares.filter(([share], index) => part(place.number, 10 + index) < share);
  return [
    ...tags.map(([, tag]) => tag as string),
    ...(isRare(place, 5) ? ['recall'] : []),
    ...(isOfElsewhere(place) ? ['subscription'] : []),
  ];
}

/** Prints labels before an order is marked ready; some orders are edited later. */
function labelsOf({ createdAt, pickupReadyAt }: Order, place: Place): Partial<Order> {
  if (isRare(place, 6)) return { labelPrintedAt: createdAt, labelStale: true, labelVersion: 2 };
  return pickupReadyAt === undefined ? {} : { labelPrintedAt: createdAt };
}

/** Returns one of about 20,000 names, half of them with two last names. */
function nameOf(place: Place): string {
  const { number } = place;
  const first = pick(FIRST_NAMES, mixed(number, 20));
  if (isOfElsewhere(place)) return `${first} Kowalczyk`;
  const last = pick(LAST_NAMES, mixed(number, 21));
  return part(number, 22) < 0.2
    ? `${first} ${last}-${pick(LAST_NAMES, mixed(number, 23))}`
    : `${first} ${last}`;
}

/** Builds an order with its own recipient, references and choices, the same for its position. */
export function vary(order: Order, place: Place): Order {
  const { number } = place;
  const name = nameOf(place);
  const mailbox = foldForSearch(name).replaceAll(/[^a-z]+/g, '.');
  const street = `${1 + (mixed(number, 24) % 9000)} ${order.recipientAddress.street.replace(/^\d+ /, '')}`;
  const service = serviceOf(place);
  const isHeavy = part(number, 4) < 0.015;
  return {
    ...order,
    recipient: {
      ...order.recipient,
      name,
      phone: `+1416${2_000_000 + (mixed(number, 25) % 8_000_000)}`,
      email: `${mailbox}${mixed(number, 26) % 1000}@example.com`,
    },
    recipientAddress: { ...order.recipientAddress, street },
    dtoRecipientAddress: {
      ...order.dtoRecipientAddress,
      street,
      isBusinessAddress: part(number, 5) < 0.12,
    },
    originAddress: { ...order.originAddress, postalCode: originOf(place) },
    refNumber: `PO-${4_000_000 + number}`,
    customFields: [{ name: 'shop order', value: `#${10_000 + place.nth}` }],
    merchantDisplayName: displayNameOf(place, service),
    service,
    deliveryType: isHeavy ? 'HEAVY' : 'PARCEL',
    tags: tagsOf(place),
    ...labelsOf(order, place),
  };
}
