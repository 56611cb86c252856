import { openDatabase, openPool } from '../db/database.ts';
import { changeOrder } from '../orders/change-orders.ts';
import { buildServer } from '../server.ts';
import type { TestServer } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';

export function whileHeld<Result>(
  { deps: { db, clock } }: TestServer,
  { merchant: { merchant }, id }: { merchant: TestMerchant; id: string },
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await changeOrder(trx, clock, { merchantId: merchant.id, id }, (order) => ({ order }));
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
