import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { saveAddresses } from '../addresses/save-address.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Executor } from '../db/database.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { applyProfile } from './apply-profile.ts';
import { draftOrder } from './draft-order.ts';
import { insertOrders } from './order-queries.ts';
import { requirePhone } from './require-phone.ts';

/** Who places orders, and when. */
export interface Placement {
  merchant: Merchant;
  /** A username, or `system` where nobody is signed in. */
  username: string;
  now: EpochMillis;
}

/**
 * Places new orders of one author in the caller's transaction: rows, audit and saved addresses in one
 * statement each, and one job that locates and rates them. Place a few hundred at most at a time.
 * API orders take the defaults of the profile. Gives the orders, in status CREATED and in the same sequence. Throws `invalidRequest` when a
 * recipient has no phone and the merchant is not phoneOptional.
 */
export async function placeOrders(
  trx: Executor,
  { merchant, username, now }: Placement,
  newOrders: readonly NewOrder[],
): Promise<Order[]> {
  if (newOrders.length === 0) return [];
  for (const { recipient } of newOrders) requirePhone(recipient, merchant);

  const merchantId = merchant.id;
  const orders = newOrders.map((newOrder) =>
    draftOrder(applyProfile(newOrder, merchant), { merchantId, username }, now),
  );
  await insertOrders(trx, orders);
  await writeAudit(
    trx,
    orders.map(({ id, orderStatus }) => ({
      merchantId,
      at: now,
      actor: username,
      action: 'order.created',
      subjectId: id,
      details: { status: orderStatus },
    })),
  );
  const saved = newOrders.filter((newOrder) => newOrder.saveAddress);
  await saveAddresses(trx, merchantId, saved, now);
  const orderIds = orders.map(({ id }) => id);
  await insertJob(trx, 'locate-and-rate-orders', { merchantId, orderIds });
  return orders;
}
