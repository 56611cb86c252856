import type { DtoAddress } from '@portage/contract/addresses/address';
import type { Recipient } from '@portage/contract/orders/new-order';
import type { EpochMillis } from '@portage/contract/time';
import type { Metro } from './demo-metros.ts';
import { demoAddress } from './demo-addresses.ts';
import { demoRecipient } from './demo-people.ts';
import type { DemoRandom } from './demo-random.ts';
import { streetsOf } from './demo-streets.ts';

/** Somebody who orders from a demo merchant. */
export interface DemoCustomer {
  readonly metro: Metro;
  readonly recipient: Recipient;
  readonly address: DtoAddress;
}

/** Who orders, when, and how many orders the merchant had before. */
export interface Ordering {
  readonly customer: DemoCustomer;
  readonly at: EpochMillis;
  readonly ordinal: number;
}

/** Where a merchant's customers live, and how many of them are businesses. */
export interface Clientele {
  readonly metros: readonly (readonly [Metro, number])[];
  readonly businesses: number;
  /** How often an order is from somebody who ordered before. */
  readonly returning: number;
}

/** Somebody new in a metro area. */
function newCustomer(random: DemoRandom, metro: Metro, isBusinessAddress: boolean): DemoCustomer {
  const street = random.pick(streetsOf(metro));
  return {
    metro,
    recipient: demoRecipient(random, { ...street, isBusinessAddress }),
    address: demoAddress(random, street, isBusinessAddress),
  };
}

/** Gives the customer of the next order: somebody new, or somebody who comes back. */
export function customersOf(random: DemoRandom, clientele: Clientele): () => DemoCustomer {
  const known: DemoCustomer[] = [];
  return () => {
    if (known.length > 0 && random.chance(clientele.returning)) return random.pick(known);
    const metro = random.weighted(clientele.metros);
    const customer = newCustomer(random, metro, random.chance(clientele.businesses));
    known.push(customer);
    return customer;
  };
}
