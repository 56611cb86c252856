import type { Address, DtoAddress } from '@portage/contract/addresses/address';
import type { Order } from '@portage/contract/orders/orders';
import { deliversInWindow } from '@portage/contract/rates/rates';
import { MINUTE, type EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { pipelinedReads } from '../db/pipelined-transaction.ts';
import type { Deps } from '../deps.ts';
import { getShipper, type Shipper } from '../merchants/get-merchant.ts';
import type { Places } from '../places/places.ts';
import { chooseRate, type Choice } from '../rates/quote-rates.ts';
import type { Tariffs } from '../rates/tariff.ts';
import { inTurns } from '../threads/in-turns.ts';
import { advanceOrder } from './advance-order.ts';
import { changeOrders, orderTransaction, withStatusAudit } from './change-orders.ts';
import { hasDeletedOrders } from './deleted-order-queries.ts';
import { findOrderDocuments } from './order-queries.ts';

export interface RatingContext extends Shipper {
  now: EpochMillis;
  tariffs: Tariffs;
}

/** Undefined without one; an estimate is not a booked window. */
export function bookedWindow({ service, originalCompleteAfter, originalCompleteBefore }: Order) {
  return deliversInWindow(service) &&
    originalCompleteAfter !== undefined &&
    originalCompleteBefore !== undefined
    ? { start: originalCompleteAfter, end: originalCompleteBefore }
    : undefined;
}

/** Rates as of placement or, if that promise is missed, as of now. */
function chooseKeepableRate(
  order: Order,
  { merchant, heavyAllowed, now, tariffs }: RatingContext,
  orderedAt: EpochMillis,
): Choice {
  const window = bookedWindow(order);
  const choose = (at: EpochMillis) =>
    chooseRate({
      tariff: tariffs.at(at),
      service: order.service,
      window,
      origin: order.originAddress.postalCode,
      destination: order.recipientAddress.postalCode,
      packages: order.packages,
      at,
      merchant,
      // Services name rates in each reader's language (`rateWords`).
      locale: 'en',
      heavyAllowed,
    });
  if (order.quotedAt !== undefined) return chooseQuotedRate(order.quotedAt, now, choose);
  const choice = choose(orderedAt);
  const end = window?.end ?? ('rate' in choice ? choice.rate.epochEstimateTo : undefined);
  return end !== undefined && end <= now ? choose(now) : choice;
}

/** Milliseconds from quote to order: the platform caches rates for 15 minutes. */
const CHECKOUT_TIME = 15 * MINUTE;

/** Keeps the quoted price; the promise is today's where the first has passed. */
function chooseQuotedRate(
  quotedAt: EpochMillis,
  now: EpochMillis,
  choose: (at: EpochMillis) => Choice,
): Choice {
  const atOrder = choose(quotedAt);
  const quoted = 'rate' in atOrder ? atOrder : choose(quotedAt - CHECKOUT_TIME);
  if ('failure' in quoted) return choose(now);
  const { rate } = quoted;
  if ((rate.epochEstimateTo ?? now + 1) > now) return quoted;
  const later = choose(now);
  return 'rate' in later
    ? { ...quoted, shipBy: later.shipBy, rate: { ...later.rate, price: rate.price } }
    : quoted;
}

function promised(order: Order, from?: EpochMillis, to?: EpochMillis): Partial<Order> {
  const { completeAfter = from, completeBefore = to } = bookedWindow(order) ? order : {};
  return {
    completeAfter,
    completeBefore,
    originalCompleteAfter: order.originalCompleteAfter ?? from,
    originalCompleteBefore: order.originalCompleteBefore ?? to,
  };
}

/** Cutoffs count from `orderedAt` while that promise can be kept. */
export function rateOrder(order: Order, context: RatingContext, orderedAt: EpochMillis): Order {
  const choice = chooseKeepableRate(order, context, orderedAt);
  if ('failure' in choice) {
    return advanceOrder(
      { ...order, rateChoice: undefined, shipBy: undefined, ...promised(order) },
      { to: choice.failure, actor: 'system', at: context.now },
    );
  }
  const { rate, tariffVersion, shipBy } = choice;
  return advanceOrder(
    {
      ...order,
      rateChoice: { ...rate, deliveryService: order.deliveryService, tariffVersion },
      shipBy,
      ...promised(order, rate.epochEstimateFrom, rate.epochEstimateTo),
    },
    { to: 'GEOCODED', actor: 'system', at: context.now },
  );
}

/** Orders locked in one transaction. */
const SLICE = 100;

/** Throws for a missing order, so that the job retries: clusters may show it first. */
export async function locateAndRateOrders(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < orderIds.length; start += SLICE) {
    await locateAndRateSlice(deps, merchantId, orderIds.slice(start, start + SLICE));
  }
}

async function locateAndRateSlice(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<void> {
  const { db, clock, places, tariffs } = deps;
  const [orders, shipper] = await pipelinedReads(db, (reads) =>
    Promise.all([readOrders(reads, merchantId, orderIds), getShipper(reads, merchantId)]),
  );
  const created = orders.filter(({ orderStatus }) => orderStatus === 'CREATED');
  if (created.length === 0) return;

  const located = await Promise.all(created.map((order) => locateAddresses(places, order)));
  const found = new Map(
    created.map((order, index) => [order.id, { order, addresses: located[index] }]),
  );

  const ids = [...found.keys()];
  const outcomes = await orderTransaction(db, (trx) =>
    changeOrders(trx, clock, { merchantId, ids }, (order, now) => {
      const { order: before, addresses } = found.get(order.id) ?? {};
      if (!addresses || order.version !== before?.version) return { order };
      const placed = locateAndRate(order, addresses, { ...shipper, now, tariffs });
      return withStatusAudit(order, placed, 'system');
    }),
  );
  // Locates orders again that another transaction changed.
  const changed = outcomes.flatMap(({ order }) =>
    order?.orderStatus === 'CREATED' ? order.id : [],
  );
  if (changed.length > 0) await locateAndRateSlice(deps, merchantId, changed);
}

/** Skips deleted orders. Throws for missing ones. */
async function readOrders(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Order[]> {
  const rows = await findOrderDocuments(db, merchantId, ids);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0 && !(await hasDeletedOrders(db, merchantId, missing))) {
    throw new Error(`Of ${ids.length} orders some are not there yet`);
  }
  return rows.map(({ document }) => JSON.parse(document) as Order);
}

function locatingOnce(places: Places): Pick<Places, 'locate'> {
  const known = new Map<string, Promise<Address | undefined>>();
  return {
    locate(address) {
      const key = JSON.stringify(address);
      const locating = known.get(key) ?? places.locate(address);
      known.set(key, locating);
      return locating;
    },
  };
}

/** Locates and rates before writing; equal addresses are located once. */
export async function rateDrafts(
  places: Places,
  drafts: readonly Order[],
  context: RatingContext,
): Promise<Order[]> {
  const once = locatingOnce(places);
  const located = await Promise.all(
    drafts.map(async (draft) => ({ draft, addresses: await locateAddresses(once, draft) })),
  );
  return inTurns(located, ({ draft, addresses }) => locateAndRate(draft, addresses, context));
}

/** Advances CREATED to GEOCODED or a failure. Throws `transition_not_allowed` for others. */
export function locateAndRate(
  order: Order,
  { origin, recipient }: LocatedAddresses,
  context: RatingContext,
): Order {
  if (!origin || !recipient) {
    return advanceOrder(order, { to: 'GEOCODEDFAILED', actor: 'system', at: context.now });
  }
  return rateOrder(atLocatedAddresses(order, { origin, recipient }), context, order.createdAt);
}

/** Undefined where not found. */
interface LocatedAddresses {
  origin: Address | undefined;
  recipient: Address | undefined;
}

/** Skips addresses with a trusted point. */
async function locate(
  places: Pick<Places, 'locate'>,
  { isBusinessAddress: _dtoOnly, ...address }: DtoAddress,
): Promise<Address | undefined> {
  return address.location ? address : places.locate(address);
}

/** Call outside transactions: the places service may be slow. */
export async function locateAddresses(
  places: Pick<Places, 'locate'>,
  { dtoOriginAddress, dtoRecipientAddress }: Order,
): Promise<LocatedAddresses> {
  const [origin, recipient] = await Promise.all([
    locate(places, dtoOriginAddress),
    locate(places, dtoRecipientAddress),
  ]);
  return { origin, recipient };
}

export function atLocatedAddresses(
  order: Order,
  { origin, recipient }: { origin: Address; recipient: Address },
): Order {
  return { ...order, originAddress: origin, recipientAddress: recipient, validAddress: true };
}
