import type { NewOrder } from '@portage/contract/new-order';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { findFirstAnswer, writeOnce } from '../idempotency/once.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Session } from '../sessions/identity.ts';
import { placeOrders } from './place-orders.ts';
import { requireQuotedRate } from './require-quoted-rate.ts';

/**
 * Creates an order in status CREATED and hands it to the background, which locates and rates it.
 * Gives the JSON text of the contract's `Order`. Raises what `requireQuotedRate` and `placeOrders`
 * raise, and `idempotency_key_reused`.
 */
export async function createOrder(
  { db, clock, tariffs }: Deps,
  session: Session,
  newOrder: NewOrder,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { merchantId, username } = session;
  const now = clock.now();
  const call = 'POST /orders';
  const request = { merchantId, key: idempotencyKey, call, body: newOrder, now };
  const isQuoted = newOrder.quotedRate !== undefined;
  const [merchant, first, heavyAllowed] = await Promise.all([
    getMerchant(db, merchantId),
    findFirstAnswer(db, request),
    isQuoted && isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);
  if (first !== undefined) return first;
  requireQuotedRate(newOrder, { merchant, heavyAllowed, tariff: tariffs.at(now), at: now });

  return writeOnce(db, request, async (writes) => {
    const [order] = await placeOrders(writes, { merchant, username, now }, [newOrder]);
    return JSON.stringify(order);
  });
}
