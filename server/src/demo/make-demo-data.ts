import { sql } from 'kysely';
import { saveAddresses } from '../addresses/save-address.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { createUser } from '../users/create-user.ts';
import { insertMerchantUser } from '../users/merchant-user-queries.ts';
import type { Executor } from '../db/database.ts';
import { demoBusinesses, type DemoBusiness } from './demo-businesses.ts';
import { insertDemoLogos } from './demo-logos.ts';
import { demoMerchants, type DemoMerchant } from './demo-merchants.ts';
import { demoOrders } from './demo-orders.ts';

/** Taken while demo data is made: two servers that start on one empty database make it once. */
const DEMO_LOCK = 7_678_243;

/** Rows of one statement: few enough that parameters and memory stay far from PostgreSQL's bounds. */
const BATCH = { orders: 250, auditEntries: 2_000 } as const;

/**
 * Fills a database that has no merchants with the demo: its merchants, their users, and orders up to
 * the present. All or nothing: a start that is killed meanwhile leaves the database empty.
 */
export async function makeDemoData({
  db,
  clock,
  places,
  tariffs,
}: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(trx);
    const merchant = await trx.selectFrom('merchants').select('merchant_id').executeTakeFirst();
    if (merchant) return;

    for (const one of demoMerchants) await insertDemoMerchant(trx, one, now);
    for (const business of demoBusinesses) {
      await insertDemoOrders(trx, business, { places, tariffs, now });
    }
  });
}

async function insertDemoMerchant(
  trx: Executor,
  { profile, signIn, userName, mustChangePassword }: DemoMerchant,
  now: number,
): Promise<void> {
  const { username, password } = signIn;
  await createMerchant(trx, profile);
  await insertDemoLogos(trx, profile, now);
  await createUser(
    trx,
    {
      merchantId: profile.id,
      username,
      name: userName,
      kind: 'user',
      password,
      mustChangePassword,
    },
    now,
  );
  await insertMerchantUser(trx, profile.id, { username, name: userName, role: 'owner' }, now);
}

async function insertDemoOrders(
  trx: Executor,
  business: DemoBusiness,
  present: Parameters<typeof demoOrders>[1],
): Promise<void> {
  const merchantId = business.merchant.profile.id;
  if (business.heavyAllowed) {
    const flag = 'heavy-parcel-consolidation-v1';
    await trx
      .insertInto('feature_flags')
      .values({ flag, merchant_id: merchantId, enabled: true })
      .execute();
  }

  const lives = await demoOrders(business, present);
  for (const batch of inBatches(lives, BATCH.orders)) {
    await insertOrders(
      trx,
      batch.map(({ order }) => order),
    );
  }
  const audit = lives.flatMap((life) => life.audit);
  for (const batch of inBatches(audit, BATCH.auditEntries)) await writeAudit(trx, batch);
  for (const { newOrder, order } of lives) {
    if (newOrder.saveAddress) await saveAddresses(trx, merchantId, [newOrder], order.createdAt);
  }
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
