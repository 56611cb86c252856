import type { Actor, OrderStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { StatusChange } from '../orders/advance-order.ts';
import type { Scan } from '../orders/record-scan.ts';
import { type Metro, metroOf } from './demo-metros.ts';

/** Something that happens to an order at a timestamp: its status changes, or a package is scanned. */
export type Step = ({ kind: 'status' } & StatusChange) | ({ kind: 'scan' } & Scan);

/** What the carrier knows of a status change. */
type Circumstances = Pick<StatusChange, 'city' | 'failureNotes'>;

/** How long a scanner takes from one package to the next. */
const SCAN_TAKES = 3_000;

/** Where the carrier sorts the packages of a metro area. */
const DEPOTS: Readonly<Record<Metro, string>> = {
  TOR: 'Mississauga',
  OTT: 'Ottawa',
  MTL: 'Montréal',
  QUE: 'Québec',
  VAN: 'Burnaby',
  CGY: 'Calgary',
  EDM: 'Edmonton',
  WPG: 'Winnipeg',
  HFX: 'Dartmouth',
  WDS: 'Windsor',
  BUF: 'Buffalo',
  DET: 'Detroit',
  SEA: 'Seattle',
};

/** The city of the depot that serves a postal code. */
export function depotOf(postalCode: string): string {
  const metro = metroOf(postalCode);
  if (!metro) throw new RangeError(`${postalCode} is in no service area`);
  return DEPOTS[metro];
}

/** A status change by somebody. */
export const change = (
  to: OrderStatus,
  actor: Actor,
  at: EpochMillis,
  circumstances: Circumstances = {},
): Step => ({ kind: 'status', to, actor, at, ...circumstances });

/** A status change by the carrier in a city, after every package was scanned there. */
export function scannedInto(
  order: Order,
  to: OrderStatus,
  at: EpochMillis,
  city: string,
  failureNotes?: string,
): Step[] {
  const scans = order.packages.map(({ trackingNumber }, index): Step => {
    return { kind: 'scan', trackingNumber, at: at + index * SCAN_TAKES, city };
  });
  const circumstances = failureNotes === undefined ? { city } : { city, failureNotes };
  return [...scans, change(to, 'carrier', at + order.packages.length * SCAN_TAKES, circumstances)];
}
