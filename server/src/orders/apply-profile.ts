import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';

/** What of a profile new orders take. */
type Defaults = Pick<Merchant, 'apiRequestMappings' | 'minimumAge'>;

/**
 * A new order with what the merchant's profile says of orders that come over the API, from CSV files
 * and from integrations: the mapped fields, and the minimum age where the order gives none. An order
 * typed in the portal stays as it is: the wizard showed its author both.
 */
export function applyProfile(newOrder: NewOrder, { apiRequestMappings, minimumAge }: Defaults) {
  if (newOrder.source === 'dashboard') return newOrder;
  const aged = { ...newOrder, minimumAge: newOrder.minimumAge ?? minimumAge };
  return apiRequestMappings.length > 0 ? nameFromUnit(aged) : aged;
}

/**
 * ORIGIN_UNIT → MERCHANT_DISPLAY_NAME: the unit of the origin is the name of a sub-brand, and no unit.
 * A name that the order gives itself wins.
 */
function nameFromUnit(newOrder: NewOrder): NewOrder {
  const { unit, ...originAddress } = newOrder.originAddress;
  if (!unit || newOrder.merchantDisplayName) return newOrder;
  return { ...newOrder, originAddress, merchantDisplayName: unit };
}
