import { v7 as uuidv7 } from 'uuid';
import { MOST_VIEWS, type NewOrderView, type OrderView } from '@portage/contract/order-views';
import type { Deps } from '../deps.ts';
import { once } from '../idempotency/once.ts';
import { ApiError } from '../api-error.ts';
import { freeNameKey } from './free-name-key.ts';
import { insertView, lockViewRows, type ViewOwner } from './view-queries.ts';

/**
 * Saves a view of a person's own. Gives the JSON text of the contract's `OrderView`. Raises
 * `view_name_taken`, `too_many_views`, and what `once` raises.
 */
export function createView(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: ViewOwner,
  newView: NewOrderView,
  idempotencyKey: string | undefined,
): Promise<string> {
  const owner = { merchantId, username };
  const now = clock.now();
  // The person is part of the request: keys are the merchant's, views are not.
  const body = { username, ...newView };
  const request = { merchantId, key: idempotencyKey, call: 'POST /orders/views', body, now };
  return db.transaction().execute((trx) =>
    once(trx, request, async () => {
      const others = await lockViewRows(trx, owner);
      const nameKey = freeNameKey(newView.name, others);
      if (others.length >= MOST_VIEWS) throw new ApiError('too_many_views', { limit: MOST_VIEWS });

      const view: OrderView = { id: uuidv7({ msecs: now }), ...newView };
      await insertView(trx, owner, view, nameKey);
      return JSON.stringify(view);
    }),
  );
}
