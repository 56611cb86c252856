import * as fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { insertDataRequest } from '../shop/privacy-queries.ts';
import { updateShop, upsertShop, claimShop } from '../shop/shop-queries.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';
import { useDirectory } from '../testing/use-directory.ts';

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

test('a buyer’s request is listed until it is exported into a new file', async () => {
  const merchantId = await makeMerchant('Birch');
  const shop = 'birch.myshopify.com';
  await linkShop(merchantId, shop);
  const id = uuidv7();
  await insertDataRequest(db(), {
    ...{ id, merchantId, shop, requestId: '9999', shopOrderIds: ['5001'], requestedAt: AT },
  });
  const rows = async (...words: string[]) =>
    cellsOf((await portage('shops', 'requests', ...words)).output).slice(1);
  const row = [id, shop, merchantId, '2026-11-03 10:00:00', '2026-12-03 10:00:00', '1'];
  expect(await rows()).toEqual([[...row, '-']]);
  const file = path.join(await useDirectory(), 'request.json');
  await fs.writeFile(file, 'older');
  expect(await portage('shops', 'export', id, file)).toMatchObject({
    errors: expect.stringContaining('already a file'),
  });
  expect(await rows()).toEqual([[...row, '-']]);
  await fs.rm(file);
  expect(await portage('shops', 'export', id, file)).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(await fs.readFile(file, 'utf8'))).toMatchObject({ shop, requestId: '9999' });
  expect((await fs.stat(file)).mode & 0o077).toBe(0);
  expect(await portage('shops', 'export', id, file)).toMatchObject({
    errors: expect.stringContaining('already a file'),
  });
  expect(await portage('shops', 'export', uuidv7(), file)).toMatchObject({ code: 67 });
  expect(await rows()).toEqual([]);
  expect(await rows('--all')).toEqual([[...row, expect.stringMatching(/^\d{4}-/)]]);
  const audit = await portage('audit', '--action', 'shop.data_exported', '--merchant', merchantId);
  expect(audit.output).toContain(`${shop} request 9999`);
});
