import type { Deps } from '../deps.ts';
import { comeTo } from './simulate-stop.ts';
import { listLongReadyOrders } from './upkeep-queries.ts';

/** How long an order is left ready before the simulator takes it, in milliseconds. */
const LEFT_FOR = 30 * 60 * 1000;

/** In a demo: has one order of each merchant, ready for a while, picked up and slowly delivered. */
export async function simulateDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const ready of await listLongReadyOrders(db, clock.now() - LEFT_FOR)) {
    await comeTo(db, { ...ready, stop: 0, isWatched: false });
  }
}
