import { openDatabase, openPool } from '../db/database.ts';
import { changeOrders } from '../orders/change-orders.ts';
import { buildServer } from '../server.ts';
import type { TestServer } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';

export function whileHeld<Result>(
  { deps: { db, clock } }: TestServer,
  { merchant: { merchant }, id }: { merchant: TestMerchant; id: string },
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const orders = { merchantId: merchant.id, ids: [id] };
    await changeOrders(trx, clock, orders, (order) => ({ order }));
    return work();
  });
}

export async function serverOfFew(
  { databaseUrl, deps }: TestServer,
  connections: number,
  log = deps.log,
) {
  const db = openDatabase(openPool(databaseUrl, log, connections));
  const app = await buildServer({ ...deps, db, log });
  const stop = async () => {
    await app.close();
    await db.destroy();
  };
  return { app, stop };
}
