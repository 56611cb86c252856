import { SECOND } from '@portage/contract/time';
import { eraseActors, eraseFromEvents, recordOperation } from '../audit/record-security-event.ts';
import { type Database, withoutTimeLimit } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { insertJob, removeJobsOf } from '../jobs/job-queries.ts';
import { eraseMailsTo } from '../mail/outbox.ts';
import { beginLeaving, findMerchant, forgetMerchant } from '../merchants/operate-merchants.ts';
import { eraseOrders } from '../orders/delete-orders.ts';
import { erasePhotos } from '../photos/upload-photo.ts';
import { releaseShopOf } from '../shop/link-shop.ts';
import { erasePeople, somePeopleOf } from '../users/people.ts';
import {
  countRowsOf,
  deleteRowsOf,
  listMerchantTables,
  type MerchantTable,
} from './merchant-data-queries.ts';

/** Rows of each table with any, by name. */
export async function countMerchantData(
  db: Database,
  merchantId: string,
): Promise<{ name: string; rows: number }[]> {
  const counts = [];
  for (const table of await listMerchantTables(db)) {
    const rows = await countRowsOf(db, merchantId, table);
    if (rows > 0) counts.push({ name: table.name, rows });
  }
  return counts;
}

/** Ends sign-ins at once; a job does the rest. False when already begun. */
export function startDeletion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  /** Recorded in the audit, without names. */
  extent: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await beginLeaving(trx, merchantId, clock.now()))) return false;
    const event = { action: 'merchant.leaving', subject: extent, merchantId } as const;
    await recordOperation(trx, clock, event);
    await insertJob(trx, 'delete-merchant', { merchantId });
    return true;
  });
}

/** Milliseconds before the job lets other jobs run. */
const TURN = SECOND;

type EraseDeps = Pick<Deps, 'db' | 'clock' | 'identity' | 'photos'>;

/** Job: deletes for one turn; the next continues. May be interrupted anywhere. */
export async function deleteMerchantData(deps: EraseDeps, merchantId: string): Promise<void> {
  const end = performance.now() + TURN;
  const found = await findMerchant(deps.db, merchantId);
  if (!found || found.leavingSince === null) return;
  for await (const progress of deletions(deps, merchantId)) {
    if (progress === 'batch' && performance.now() < end) continue;
    const delay = progress === 'waits' ? TURN : 0;
    await insertJob(deps.db, 'delete-merchant', { merchantId }, { delay });
    return;
  }
}

const PEOPLE = 20;
const PHOTOS = 50;
const ORDERS = 500;
const ROWS = 2000;

/** Starts with what outsiders use. Each step can be repeated. */
async function* deletions(
  deps: EraseDeps,
  merchantId: string,
): AsyncGenerator<'batch' | 'waits', void> {
  const { db } = deps;
  await db.transaction().execute((trx) => releaseShopOf(trx, merchantId));
  while (await eraseSomePeople(deps, merchantId)) yield 'batch';

  const tables = await listMerchantTables(db);
  const owned = tables.filter(({ isOwned, name }) => isOwned && name !== 'merchants');
  let isClean: boolean;
  do {
    isClean = true;
    for (const table of owned) {
      while ((await eraseSome(deps, merchantId, table)) > 0) {
        isClean = false;
        yield 'batch';
      }
    }
  } while (!isClean);

  while (await eraseFromEvents(db, merchantId, ROWS)) yield 'batch';
  const others = tables.filter(({ isOwned, name }) => !isOwned && name !== 'security_events');
  // None has an index on merchants alone.
  await withoutTimeLimit(db, async (connection) => {
    for (const table of others) {
      await deleteRowsOf(connection, merchantId, { ...table, key: [] }, 0);
    }
  });
  if ((await removeJobsOf(db, merchantId)) > 0) yield 'waits';
  await db.transaction().execute(async (trx) => {
    await forgetMerchant(trx, merchantId);
    await recordOperation(trx, deps.clock, { action: 'merchant.deleted', merchantId });
  });
}

/** In one transaction, accounts of another provider last. */
async function eraseSomePeople(deps: EraseDeps, merchantId: string): Promise<boolean> {
  const usernames = await somePeopleOf(deps.db, merchantId, PEOPLE);
  if (usernames.length === 0) return false;
  await deps.db.transaction().execute(async (trx) => {
    await eraseMailsTo(trx, usernames);
    await eraseActors(trx, usernames);
    await erasePeople(trx, deps, merchantId, usernames);
  });
  return true;
}

/** Returns the number of rows. */
function eraseSome(deps: EraseDeps, merchantId: string, table: MerchantTable): Promise<number> {
  switch (table.name) {
    case 'order_photos':
      return erasePhotos(deps, merchantId, PHOTOS);
    case 'orders':
    case 'deleted_orders':
      return eraseOrders(deps, merchantId, { table: table.name, most: ORDERS });
    default:
      return deleteRowsOf(deps.db, merchantId, table, ROWS);
  }
}
