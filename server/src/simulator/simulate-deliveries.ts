import type { Deps } from '../deps.ts';
import { forEachMerchant } from '../merchants/for-each-merchant.ts';
import { findLongReadyOrder } from './ready-order-queries.ts';
import { comeTo } from './simulate-stop.ts';

/** How long an order is left ready before the simulator takes it, in milliseconds. */
const LEFT_FOR = 30 * 60 * 1000;

/** In a demo: has one order of each merchant, ready for a while, picked up and slowly delivered. */
export async function simulateDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const readySince = clock.now() - LEFT_FOR;
  await forEachMerchant(db, async (merchantId) => {
    const orderId = await findLongReadyOrder(db, merchantId, readySince);
    if (orderId !== undefined) {
      await comeTo(db, { merchantId, orderId, stop: 0, isWatched: false });
    }
  });
}
