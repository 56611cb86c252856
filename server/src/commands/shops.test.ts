import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { updateShop, upsertShop, claimShop } from '../shop/shop-queries.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { db, makeMerchant, portage } = useCommandLine();
const AT = Date.parse('2026-11-03T10:00:00Z');

async function linkShop(merchantId: string, shop: string) {
  await claimShop(db(), shop, merchantId);
  const link = { shop, encryptedToken: Buffer.from('x'), linkedAt: AT, linkedBy: 'jane' };
  await upsertShop(db(), merchantId, link);
}

test('linked shops are listed with their reports', async () => {
  const [one, two] = [await makeMerchant('Érable & Pin'), await makeMerchant('Pine')];
  await linkShop(one, 'maple.myshopify.com');
  await linkShop(two, 'pine.myshopify.com');
  await updateShop(db(), one, {
    connection: { webhooks: 3, webhooksNeeded: 4, hasRates: false, isAddressCurrent: false },
    checkedAt: AT,
    reconciledAt: AT,
    refusals: [{ part: 'rates', message: 'Carrier services need the Advanced plan.' }],
    lastError: { message: 'Not approved', at: AT },
  });
  const { code, output } = await portage('shops', 'list');
  expect(code).toBe(0);
  expect(cellsOf(output).slice(1)).toEqual([
    [
      ...['maple.myshopify.com', 'Érable & Pin', 'linked', '3 of 4', 'no', 'yes', 'old'],
      ...['2026-11-03 10:00:00', '2026-11-03 10:00:00'],
      'rates: Carrier services need the Advanced plan.; 2026-11-03 10:00:00: Not approved',
    ],
    ['pine.myshopify.com', 'Pine', 'linked', '-', '-', '-', '-', '-', '-', '-'],
  ]);
  const json = await portage('shops', 'list', '--json');
  expect(JSON.parse(json.output.split('\n')[0] ?? '')).toMatchObject({
    ...{ shop: 'maple.myshopify.com', webhooks: 3, readAt: AT },
  });
});

test('a shop is set up again by a running server', async () => {
  const merchantId = await makeMerchant('Oak');
  await linkShop(merchantId, 'oak.myshopify.com');
  const { code, output } = await portage('shops', 'set-up', 'oak.myshopify.com');
  expect([code, output]).toEqual([0, expect.stringContaining('oak.myshopify.com')]);
  const jobs = await sql`
    select from graphile_worker.jobs
    where task_identifier = 'connect-shop' and key = ${`connect ${merchantId}`}`.execute(db());
  expect(jobs.rows).toHaveLength(1);
  expect(await portage('shops', 'set-up', 'elm.myshopify.com')).toMatchObject({
    code: 67,
    errors: expect.stringContaining('no linked shop elm.myshopify.com'),
  });
});
