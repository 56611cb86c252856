import type { NewOrder } from '@portage/contract/new-order';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import type { Session } from '../sessions/identity.ts';
import { placeOrders } from './place-orders.ts';

/**
 * Creates an order in status CREATED and hands it to the background, which locates and rates it.
 * Gives the JSON text of the contract's `Order`. Raises what `placeOrders` and `once` raise.
 */
export async function createOrder(
  { db, clock }: Deps,
  session: Session,
  newOrder: NewOrder,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { merchantId, username } = session;
  const now = clock.now();
  const merchant = await getMerchant(db, merchantId);

  return db.transaction().execute((trx) =>
    once(
      trx,
      { merchantId, key: idempotencyKey, call: 'POST /orders', body: newOrder, now },
      async () => {
        const [order] = await placeOrders(trx, { merchant, username, now }, [newOrder]);
        return JSON.stringify(order);
      },
    ),
  );
}
