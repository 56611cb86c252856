import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { saveAddresses } from '../addresses/save-address.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { Executor } from '../db/database.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { applyProfile, draftOrder, type OrderAuthor, requirePhone } from './draft-order.ts';
import { insertOrders } from './order-queries.ts';

export interface Placement {
  merchant: Merchant;
  /** A username, or `system`. */
  username: string;
  now: EpochMillis;
}

/**
 * Places new orders of one author in the caller's transaction, a few hundred at most, with the
 * defaults of the profile. Returns them in the same sequence, in status CREATED. Throws
 * `invalidRequest` for a recipient without the phone that the merchant needs.
 */
export async function placeOrders(
  trx: Executor,
  { merchant, username, now }: Placement,
  newOrders: readonly NewOrder[],
): Promise<Order[]> {
  for (const { recipient } of newOrders) requirePhone(recipient, merchant);
  const author = { merchantId: merchant.id, username };
  const orders = newOrders.map((newOrder) =>
    draftOrder(applyProfile(newOrder, merchant), author, now),
  );
  await writeNewOrders(trx, author, orders);
  const saved = newOrders.filter((newOrder) => newOrder.saveAddress);
  await saveAddresses(trx, merchant.id, saved, now);
  return orders;
}

/**
 * Writes new orders of one author, with their audit, in one statement each. A job locates and rates
 * those in status CREATED; `rateDrafts` has carried the others on.
 */
export async function writeNewOrders(
  trx: Executor,
  author: OrderAuthor,
  orders: readonly Order[],
): Promise<void> {
  if (orders.length === 0) return;
  await insertOrders(trx, orders);
  await writeAudit(
    trx,
    orders.flatMap((order) => creationAudit(order, author)),
  );
  const orderIds = orders.flatMap(({ id, orderStatus }) => (orderStatus === 'CREATED' ? id : []));
  if (orderIds.length === 0) return;
  await insertJob(trx, 'locate-and-rate-orders', { merchantId: author.merchantId, orderIds });
}

/** The audit of a creation and, for an order that was carried on, of its first status change. */
function creationAudit(
  { id, createdAt, modified, orderStatus }: Order,
  { merchantId, username }: OrderAuthor,
): AuditEntry[] {
  const created: AuditEntry = {
    merchantId,
    at: createdAt,
    actor: username,
    action: 'order.created',
    subjectId: id,
    details: { status: 'CREATED' },
  };
  if (orderStatus === 'CREATED') return [created];
  return [
    created,
    {
      ...created,
      at: modified,
      actor: 'system',
      action: 'order.status_changed',
      details: { from: 'CREATED', to: orderStatus },
    },
  ];
}
