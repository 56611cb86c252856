import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type EpochMillis, DAY } from '@portage/contract/time';
import { saveAddresses } from '../../server/src/addresses/save-address.ts';
import { writeAudit } from '../../server/src/audit/write-audit.ts';
import { takeLock } from '../../server/src/db/advisory-lock.ts';
import type { Executor } from '../../server/src/db/database.ts';
import type { Deps } from '../../server/src/deps.ts';
import { drawLogo } from '../../server/src/logos/logo-picture.ts';
import { upsertLogo } from '../../server/src/logos/logo-queries.ts';
import { createMerchant } from '../../server/src/merchants/first-profile.ts';
import { insertOrders } from '../../server/src/orders/order-queries.ts';
import { createUser } from '../../server/src/users/accounts.ts';
import { insertMerchantUser } from '../../server/src/users/merchant-user-queries.ts';
import { demoBusinesses, type DemoBusiness } from './businesses.ts';
import { demoMerchants, type DemoMerchant } from './merchants.ts';
import { demoOrders } from './orders.ts';

/** Logos, named after their made-up URLs. */
const DRAWINGS = path.join(import.meta.dirname, 'logos');

const CENTURY = 100 * 365 * DAY;

/** Dated in a hundred years, so that made-up URLs are never requested. */
async function insertDemoLogos(
  trx: Executor,
  { logoUrl, merchantDisplayLogoUrls }: DemoMerchant['profile'],
  now: EpochMillis,
): Promise<void> {
  const own = logoUrl === undefined ? [] : [logoUrl];
  const urls = [...own, ...merchantDisplayLogoUrls.map((brand) => brand.logoUrl)];
  for (const url of urls) {
    const drawing = await readFile(path.join(DRAWINGS, `${path.parse(url).name}.svg`));
    const picture = await drawLogo(await sharp(drawing).png().toBuffer());
    await upsertLogo(trx, { url, fetchedAt: now + CENTURY, picture });
  }
}

/** Rows per statement, to limit parameters and memory. */
const BATCH = { orders: 250, auditEntries: 2_000 } as const;

/** In one transaction. */
export async function makeDemoData({
  db,
  clock,
  places,
  tariffs,
}: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // Two servers that start on one empty database make it once.
    await takeLock(trx, 'demo data');
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
