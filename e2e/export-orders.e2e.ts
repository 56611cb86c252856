import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('the selected orders are saved as CSV, in the sequence of the list', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Zoé "Zo" Tremblay', phone: '+15145550142' }, notes: '=1+1' },
    { recipient: { name: 'Not this one' } },
    { recipient: { name: 'Bo, of Laval' } },
  ]);
  await openSignedIn(page, merchant, '/orders');
  for (const name of ['Zoé', 'Bo']) {
    await page.getByRole('row', { name }).getByRole('checkbox').check();
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('my_orders.csv');
  await expect(page.getByText('2 orders exported')).toBeVisible();

  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFid,order_status,')).toBe(true);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Zoé ""Zo"" Tremblay"');
  expect(lines[1]).toContain("'=1+1");
  expect(lines[2]).toContain('"Bo, of Laval"');
});

test('exporting without a selection says that an order must be selected', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{}]);
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('button', { name: 'Export as CSV' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Error!');
  await expect(page.getByRole('alert')).toContainText('Select at least one order first.');
});
