import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { pipelinedReads } from '../db/pipelined-transaction.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/flags.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { changeOrders, orderTransaction } from './change-orders.ts';
import { hasDeletedOrders } from './deletion/deleted-order-queries.ts';
import { findOrderDocuments } from './order-queries.ts';
import { advanceOrder } from './advance-order.ts';
import { rateOrder, type RatingContext } from './rate-order.ts';
import type { Address, DtoAddress } from '@portage/contract/addresses/address';
import { inTurns } from '../threads/in-turns.ts';
import type { Places } from '../places/places.ts';

/** Orders changed in one transaction, which locks them. */
const SLICE = 100;

/**
 * Locates and rates created orders of a merchant, in the background. Leaves orders alone that are no
 * longer CREATED. Throws where an order is missing that was not deleted: on a cluster the job may be
 * seen before the order, and runs again.
 */
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
  const [orders, merchant, heavyAllowed] = await pipelinedReads(db, (reads) =>
    Promise.all([
      readOrders(reads, merchantId, orderIds),
      getMerchant(reads, merchantId),
      isFlagOn(reads, merchantId, 'heavy-parcel-consolidation-v1'),
    ]),
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
      const placed = locateAndRate(order, addresses, { merchant, heavyAllowed, now, tariffs });
      const details = { from: order.orderStatus, to: placed.orderStatus };
      return {
        order: placed,
        audit: [{ actor: 'system', action: 'order.status_changed', details }],
      };
    }),
  );
  // Orders that another transaction changed are located again.
  const changed = outcomes.flatMap(({ order }) =>
    order?.orderStatus === 'CREATED' ? order.id : [],
  );
  if (changed.length > 0) await locateAndRateSlice(deps, merchantId, changed);
}

/** Reads the orders that were not deleted. Throws where one is neither there nor deleted. */
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

/** Locates and rates drafts before they are written, as the background does after a creation. */
export async function rateDrafts(
  places: Places,
  drafts: readonly Order[],
  context: RatingContext,
): Promise<Order[]> {
  const located = await Promise.all(
    drafts.map(async (draft) => ({ draft, addresses: await locateAddresses(places, draft) })),
  );
  return inTurns(located, ({ draft, addresses }) => locateAndRate(draft, addresses, context));
}

/**
 * Advances a CREATED order: to GEOCODED with its addresses, rate and promise, or to the status that
 * says why it cannot be carried. Throws `transition_not_allowed` for any other order.
 */
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

/** The located addresses of an order; undefined where the places service found none. */
interface LocatedAddresses {
  origin: Address | undefined;
  recipient: Address | undefined;
}

/** Finds an address, unless it came with a trusted point. */
async function locate(
  places: Places,
  { isBusinessAddress: _dtoOnly, ...address }: DtoAddress,
): Promise<Address | undefined> {
  return address.location ? address : places.locate(address);
}

/**
 * Finds both addresses of an order. A places service may take a while: call it outside transactions,
 * so that no lock waits for it.
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
