import type { Address, DtoAddress } from '@portage/contract/addresses/address';
import type { Order } from '@portage/contract/orders/orders';
import type { Places } from '../places/places.ts';

/** The addresses of an order as the places service found them; undefined when it did not. */
export interface LocatedAddresses {
  origin: Address | undefined;
  recipient: Address | undefined;
}

/** Finds an address; one that came with a point to be trusted is taken at its word. */
async function locate(
  places: Places,
  { isBusinessAddress: _dtoOnly, ...address }: DtoAddress,
): Promise<Address | undefined> {
  return address.location ? address : places.locate(address);
}

/**
 * Finds both addresses of an order, as they were given. A places service may take a while: call it
 * outside of transactions, so that no lock waits for it.
 */
export async function locateAddresses(
  places: Places,
  { dtoOriginAddress, dtoRecipientAddress }: Order,
): Promise<LocatedAddresses> {
  const [origin, recipient] = await Promise.all([
    locate(places, dtoOriginAddress),
    locate(places, dtoRecipientAddress),
  ]);
  return { origin, recipient };
}

/** The order at its addresses as they were found. */
export function atLocatedAddresses(
  order: Order,
  { origin, recipient }: { origin: Address; recipient: Address },
): Order {
  return { ...order, originAddress: origin, recipientAddress: recipient, validAddress: true };
}
