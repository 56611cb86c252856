import type { ImportRules } from '@portage/contract/import-order';
import type { Merchant } from '@portage/contract/merchants';
import type { NewOrder } from '@portage/contract/new-order';
import type { EpochMillis } from '@portage/contract/time';
import { listWindows } from '../rates/list-windows.ts';
import type { Tariff } from '../rates/tariff.ts';

/** What the rows of a merchant are read with: orders without an origin come from its main location. */
export function importRulesOf({ merchantLocation, phoneOptional }: Merchant): ImportRules {
  const { location: _found, ...address } = merchantLocation;
  return { origin: { ...address, isBusinessAddress: true }, phoneOptional };
}

/**
 * An order from a file as it can be drafted. The files have no columns for a window: a SCHEDULED order
 * gets the first one that is offered, and none where none is.
 */
export function withFirstWindow(
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
