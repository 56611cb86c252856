import type { ImportProblem } from '@portage/contract/imports/import-problems';
import type { ImportRules, ReadOrder } from '@portage/contract/imports/import-rows';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { RateWindow } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { getShipper, type Shipper } from '../merchants/get-merchant.ts';
import { rateDrafts } from '../orders/locate-and-rate-orders.ts';
import { applyProfile, draftOrder } from '../orders/order-document.ts';
import { listWindows } from '../rates/list-windows.ts';
import { findServiceArea } from '../rates/service-area.ts';
import type { Tariff } from '../rates/tariff.ts';
import { inTurns } from '../threads/in-turns.ts';

type RatingDeps = Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>;

export type ReadableRow = ReadOrder & { order: NewOrder };

/** A row's order, located and rated. */
export interface RatedRow {
  read: ReadableRow;
  /** The order with the profile's defaults and its booked window. */
  newOrder: NewOrder;
  order: Order;
  /** Problems of cells, booked windows and reasons against delivery. */
  problems: ImportProblem[];
}

/** The merchant, tariff and time for reading and rating rows. */
export interface RowContext extends Shipper {
  now: EpochMillis;
  tariff: Tariff;
}

export async function rowContext(
  { db, clock, tariffs }: RatingDeps,
  merchantId: string,
): Promise<RowContext> {
  const now = clock.now();
  return { ...(await getShipper(db, merchantId)), now, tariff: tariffs.at(now) };
}

/** Orders without an origin start at the main location. */
export function importRulesOf({ merchantLocation, phoneOptional }: Merchant): ImportRules {
  const { location: _found, ...address } = merchantLocation;
  return { origin: { ...address, isBusinessAddress: true }, phoneOptional };
}

/** Locates and rates rows for checks and imports. Writes nothing. */
export async function rateRows(
  { places, tariffs }: RatingDeps,
  { merchant, heavyAllowed, now, tariff }: RowContext,
  username: string,
  rows: readonly ReadableRow[],
): Promise<RatedRow[]> {
  const author = { merchantId: merchant.id, username };
  const drafts = await inTurns(rows, (read) => {
    const window = earliestWindow(read.order, { merchant, tariff, now });
    const newOrder = applyProfile(
      {
        ...read.order,
        ...(window && { window: { start: window.start, end: window.end } }),
        source: 'csv',
      },
      merchant,
      { isOriginSent: read.hasOwnOrigin },
    );
    return { read, window, newOrder, draft: draftOrder(newOrder, author, now) };
  });
  const orders = await rateDrafts(
    places,
    drafts.map(({ draft }) => draft),
    { merchant, heavyAllowed, now, tariffs },
  );
  return drafts.map(({ read, window, newOrder, draft }, index) => {
    const order = orders[index] ?? draft;
    const assumed = window && windowAssumed(read.row, window);
    const found = [assumed, undeliverable(read, newOrder, tariff, order)];
    const problems = [...read.problems, ...found.filter((one) => one !== undefined)];
    return { read, newOrder, order, problems };
  });
}

/** Returns the earliest window of a SCHEDULED order, since files name none. */
function earliestWindow(
  order: NewOrder,
  { merchant, tariff, now }: Pick<RowContext, 'merchant' | 'tariff' | 'now'>,
): RateWindow | undefined {
  if (order.service !== 'SCHEDULED') return undefined;
  const [first] = listWindows({
    tariff,
    origin: order.originAddress.postalCode,
    destination: order.recipientAddress.postalCode,
    merchant,
    at: now,
  });
  return first;
}

function windowAssumed(row: number, { date, deliveryWindow }: RateWindow): ImportProblem {
  const { timeStart: start, timeEnd: end } = deliveryWindow;
  const values = { date, start, end };
  return { file: 'orderDetails', row, column: 'service', code: 'windowAssumed', values };
}

function undeliverable(
  { row, packageRows }: ReadableRow,
  { originAddress, recipientAddress }: NewOrder,
  tariff: Tariff,
  { orderStatus }: Order,
): ImportProblem | undefined {
  const [origin, destination] = [originAddress.postalCode, recipientAddress.postalCode];
  const at = { file: 'orderDetails', row } as const;
  const ofRecipient = { ...at, column: 'recipient_postal_code' } as const;
  const ofOrigin = { ...at, column: 'origin_postal_code' } as const;
  const ofService = { ...at, column: 'service' } as const;
  switch (orderStatus) {
    case 'GEOCODEDFAILED':
      return { ...ofRecipient, code: 'addressNotFound' };
    case 'OUT_OF_FSA':
      return findServiceArea(tariff, origin)
        ? { ...ofRecipient, code: 'outOfArea', values: { value: destination } }
        : { ...ofOrigin, code: 'originOutOfArea', values: { value: origin } };
    case 'UNSUPPORTED_WEIGHT': {
      const place = { file: 'orderPackages', row: packageRows[0] ?? row } as const;
      return { ...place, column: 'package_weight', code: 'weightUnsupported' };
    }
    case 'RATE_FAILED':
      return { ...ofService, code: 'serviceUnavailable', values: { origin, destination } };
    case 'INVALIDTIME':
      return { ...ofService, code: 'windowUnavailable' };
    default:
      return undefined;
  }
}
