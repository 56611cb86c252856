import type { Deps } from '../deps.ts';
import { getOrder } from '../orders/get-order.ts';
import { orderNotReady } from '../refusals.ts';
import type { Session } from '../sessions/identity.ts';
import { comeTo } from './simulate-stop.ts';

/**
 * In a demo: has a ready order picked up and delivered within a minute or two. Raises `orderNotFound`
 * and `orderNotReady`.
 */
export async function startSimulation(
  db: Deps['db'],
  { merchantId }: Pick<Session, 'merchantId'>,
  orderId: string,
): Promise<void> {
  const { orderStatus } = await getOrder(db, merchantId, orderId);
  if (orderStatus !== 'PICKUP_READY') throw orderNotReady();
  await comeTo(db, { merchantId, orderId, stop: 0, isWatched: true });
}
