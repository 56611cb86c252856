import type { ImportRules } from '@portage/contract/imports/import-order';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { EpochMillis } from '@portage/contract/time';
import { applyProfile } from '../orders/draft-order.ts';
import { listWindows } from '../rates/list-windows.ts';
import type { Tariff } from '../rates/tariff.ts';

/** What the rows of a merchant are read with: orders without an origin come from its main location. */
export function importRulesOf({ merchantLocation, phoneOptional }: Merchant): ImportRules {
  const { location: _found, ...address } = merchantLocation;
  return { origin: { ...address, isBusinessAddress: true }, phoneOptional };
}

/**
 * An order from a file as it is drafted: with what the merchant's profile says of orders that are not
 * typed in the portal, and with a window where it needs one.
 */
export const importedOrder = (
  order: NewOrder,
  merchant: Merchant,
  tariff: Tariff,
  now: EpochMillis,
): NewOrder =>
  applyProfile({ ...withFirstWindow(order, merchant, tariff, now), source: 'csv' }, merchant);

/**
 * The files have no columns for a window: a SCHEDULED order gets the earliest one that
 * `GET /rates/windows` offers when its row is handled, and none where none is.
 */
function withFirstWindow(
  order: NewOrder,
  merchant: Merchant,
  tariff: Tariff,
  now: EpochMillis,
): NewOrder {
  if (order.service !== 'SCHEDULED') return order;
  const [first] = listWindows({
    tariff,
    origin: order.originAddress.postalCode,
    destination: order.recipientAddress.postalCode,
    merchant,
    at: now,
  });
  return first ? { ...order, window: { start: first.start, end: first.end } } : order;
}
