import { isTrackingNumber } from '@portage/contract/orders/tracking-number';

/** By what an order is asked for. */
export type TrackedNumber = { readonly orderId: string } | { readonly trackingNumber: string };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const PACKAGE = /-\d{1,2}$/;

/** What base 32 leaves out because it is misread: O for 0, I and L for 1. */
const asMeant = (number: string) =>
  number.slice(0, 3) + number.slice(3).replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/**
 * Reads what somebody typed or scanned: an order's tracking number, that of one of its packages, or
 * its id, in any case and with any spaces. Undefined for what can be none, a wrong check character
 * included: such slips are told without asking the database.
 */
export function readTrackedNumber(typed: string): TrackedNumber | undefined {
  const plain = typed.replaceAll(/\s/g, '');
  const orderId = plain.toLowerCase();
  if (UUID.test(orderId)) return { orderId };
  const trackingNumber = asMeant(plain.toUpperCase().replace(PACKAGE, ''));
  return isTrackingNumber(trackingNumber) ? { trackingNumber } : undefined;
}
