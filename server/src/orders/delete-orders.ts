import { orderCan, workStatuses } from '@portage/contract/orders/order-status';
import { isScanned, type Order } from '@portage/contract/orders/orders';
import { shopOrderIdOf, shopOrderNumberOf } from '@portage/contract/shop/shop-order-id';
import { type EpochMillis, DAY } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../clock.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Author } from '../http/session.ts';
import { insertJob, insertJobs } from '../jobs/job-queries.ts';
import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import {
  applyToOrders,
  type Outcome,
  orderTransaction,
  requirePermission,
} from './change-orders.ts';
import {
  countOrdersOfImport,
  listDeletableIds,
  takeDeletedOrders,
  listDeletedOrders,
  deleteOrdersDeletedBefore,
  deleteEditsAndPhotos,
  deleteSomeOrders,
  deleteTrackingNumbers,
  findDeletedOrders,
  listOrdersDelivering,
  lockShopOrders,
} from './deleted-order-queries.ts';
import { findOrders } from './get-order.ts';
import { countOrdersIn, moveToDeletedOrders, insertRestoredOrders } from './order-queries.ts';

export { hasUndeletableOrders } from './deleted-order-queries.ts';

/** Product decision; deleted orders are then purged. */
const RESTORABLE_FOR = 30 * DAY;

const restorableSince = (clock: Clock): EpochMillis => clock.now() - RESTORABLE_FOR;

/** Numbers of shop orders that were placed again, by deleted order. */
async function findReplacedShopDeliveries(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const deleted = await findDeletedOrders(trx, merchantId, ids);
  const ofShop = deleted.filter(
    (order) => order.source === 'shop' && shopOrderIdOf(order) !== undefined,
  );
  if (ofShop.length === 0) return new Map();
  const shopOrderIds = ofShop.flatMap((order) => shopOrderIdOf(order) ?? []);
  await lockShopOrders(trx, merchantId, shopOrderIds);
  const delivering = await listOrdersDelivering(trx, merchantId, shopOrderIds);
  const replaced = ofShop.filter(({ id }) => !delivering.has(id));
  return new Map(replaced.map((order) => [order.id, shopOrderNumberOf(order) ?? '']));
}

const auditOf = (
  orders: readonly Order[],
  event: Pick<AuditEntry, 'at' | 'actor' | 'action'>,
): AuditEntry[] =>
  orders.map(({ merchantId, id: subjectId, orderStatus: status }) => {
    return { ...event, merchantId, subjectId, details: { status } };
  });

/** Increments versions so that lists notice; omits purged and replaced orders. */
async function takeBack(
  trx: Executor,
  clock: Clock,
  { merchantId, username }: Author,
  ids: readonly string[],
): Promise<{ orders: Order[]; replaced: ReadonlyMap<string, string> }> {
  const replaced = await findReplacedShopDeliveries(trx, merchantId, ids);
  const deleted = await takeDeletedOrders(trx, merchantId, {
    ids: ids.filter((id) => !replaced.has(id.toLowerCase())),
    deletedSince: restorableSince(clock),
  });
  if (deleted.length === 0) return { orders: [], replaced };

  const at = clock.now();
  const orders = deleted.map((order) => ({ ...order, version: order.version + 1, modified: at }));
  await insertRestoredOrders(trx, orders);
  await writeAudit(trx, auditOf(orders, { at, actor: username, action: 'order.restored' }));
  // Their job may have run while they were deleted.
  const waiting = orders.filter(({ orderStatus }) => orderStatus === 'CREATED');
  if (waiting.length > 0) {
    const orderIds = waiting.map(({ id }) => id);
    await insertJob(trx, 'locate-and-rate-orders', { merchantId, orderIds });
  }
  return { orders, replaced };
}

/** Restores an order for the operator; undefined when none can be. */
export async function restoreOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  id: string,
): Promise<Order | undefined> {
  const operator = { merchantId, username: 'operator' };
  const { orders } = await db.transaction().execute((trx) => takeBack(trx, clock, operator, [id]));
  return orders[0];
}

/** Orders that exist count as success. Refuses purged and replaced ones. Throws `busy`. */
export function restoreOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Author,
  ids: readonly string[],
): Promise<Outcome[]> {
  return orderTransaction(db, async (trx) => {
    const { replaced } = await takeBack(trx, clock, session, ids);
    const present = await findOrders(trx, session.merchantId, ids);
    return ids.map((id) => {
      const order = present.get(id.toLowerCase())?.order;
      if (order) return { order };
      const number = replaced.get(id.toLowerCase());
      const code = number === undefined ? 'order_not_restorable' : 'shop_order_placed';
      return { error: new ApiError(code, { number: number ?? '' }) };
    });
  });
}

/** Omits data of the recipient. */
export interface RestorableOrder {
  id: string;
  trackingNumber: string;
  deletedAt: EpochMillis;
  deletedBy: string;
}

/** Newest deletion first. */
export function listRestorableOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  limit: number,
): Promise<RestorableOrder[]> {
  return listDeletedOrders(db, merchantId, { deletedSince: restorableSince(clock), limit });
}

/** Orders locked in one transaction: a million take minutes. */
const PURGED_TOGETHER = 1000;

/** Milliseconds. */
const PICTURES_LATER = 1000;

export async function deletePersonalTraces(
  trx: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  const photos = await deleteEditsAndPhotos(trx, merchantId, ids);
  await insertJobs(
    trx,
    'delete-stray-picture',
    photos.map((photo) => ({ merchantId, ...photo })),
    { delay: PICTURES_LATER },
  );
}

/** Returns the number of purged orders. */
function purgeSome(db: Deps['db'], merchantId: string, before: EpochMillis): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await deleteOrdersDeletedBefore(trx, merchantId, { before, most: PURGED_TOGETHER });
    if (ids.length === 0) return 0;
    await deleteTrackingNumbers(trx, merchantId, ids);
    await deletePersonalTraces(trx, merchantId, ids);
    return ids.length;
  });
}

export async function purgeDeletedOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = restorableSince(clock);
  await forEachMerchant(db, async (merchantId) => {
    let purged: number;
    do {
      purged = await purgeSome(db, merchantId, before);
    } while (purged === PURGED_TOGETHER);
  });
}

/** The carrier has them, or is about to. */
export const countOrdersUnderWay = (db: Executor, merchantId: string): Promise<number> =>
  countOrdersIn(db, merchantId, UNDER_WAY);

const { ready, onTheWay, failedDeliveries } = workStatuses;
const UNDER_WAY = [...ready, ...onTheWay, ...failedDeliveries];

/** Frees the tracking numbers of a leaving merchant. Returns the number of orders. */
export function eraseOrders(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  some: { table: 'orders' | 'deleted_orders'; most: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await deleteSomeOrders(trx, merchantId, some);
    if (ids.length > 0) await deleteTrackingNumbers(trx, merchantId, ids);
    return ids.length;
  });
}

const BATCH = 100;

/** Deletes the next orders and counts the rest. Done when only undeletable orders are left. */
export async function deleteOrdersOfImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  author: Author,
  importId: string,
): Promise<{ left: number; isDone: boolean }> {
  const { db } = deps;
  const { merchantId } = author;
  const ids = await listDeletableIds(db, merchantId, { importId, limit: BATCH });
  if (ids.length > 0) await deleteOrders(deps, author, ids);
  const left = await countOrdersOfImport(db, merchantId, importId);
  return { left, isDone: ids.length < BATCH };
}

/** Throws when it may not be deleted (spec 1 §4). */
function deletable(order: Order): Order {
  requirePermission(orderCan.delete({ ...order, isScanned: isScanned(order) }));
  return order;
}

/** Restorable for 30 days. Returns an outcome per id, without the deleted order. Throws `busy`. */
export function deleteOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: Author,
  ids: readonly string[],
): Promise<Outcome[]> {
  return orderTransaction(db, async (trx) => {
    const outcomes = await applyToOrders(trx, clock, { merchantId, ids }, deletable);
    const all = outcomes.flatMap(({ order, error }) => (error ? [] : (order ?? [])));
    const deleted = [...new Set(all)];
    if (deleted.length === 0) return outcomes;

    const at = clock.now();
    await moveToDeletedOrders(trx, merchantId, deleted, { at, by: username });
    await writeAudit(trx, auditOf(deleted, { at, actor: username, action: 'order.deleted' }));
    return outcomes.map((outcome) => (outcome.error ? outcome : {}));
  });
}

/** Throws the refusals of `deleteOrders`. */
export async function deleteOrder(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Author,
  id: string,
): Promise<void> {
  const [outcome] = await deleteOrders(deps, session, [id]);
  if (outcome?.error) throw outcome.error;
}
