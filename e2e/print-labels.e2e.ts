import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { pdfPictures } from '../server/src/testing/scan-labels.ts';
import { barcodesOf } from './barcodes.ts';
import { giveOrders, makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test(
  'the labels of several orders are one PDF, in the sequence of the list',
  {
    tag: '@prints',
  },
  async ({ page }) => {
    const numbers = ['PTG0000000001', 'PTG0000000002'];
    const merchant = await makeMerchant();
    await giveOrders(
      merchant,
      numbers.map((trackingNumber) => ({ packages: [{ trackingNumber }] })),
    );
    await openSignedIn(page, merchant, '/orders');
    await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
    await page.getByRole('button', { name: 'Label format' }).click();
    await page.getByRole('menuitem', { name: 'PDF Prints 4 × 6 in labels' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save portageLabels.pdf' }).click();
    const pdf = await readFile(await (await download).path());
    expect(await barcodesOf(pdfPictures(pdf))).toEqual(numbers);
  },
);

test('printing stops at the first label that fails and names its recipient', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  let labels = 0;
  await page.route('**/api/labels/**', async (route) => {
    labels += 1;
    await (labels === 2 ? refuse(route) : route.fallback());
  });
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await page.getByRole('button', { name: 'Print labels (ZPL)' }).click();

  const notification = page.getByRole('alert').filter({ hasText: 'Label Generation Failed' });
  await expect(notification).toContainText('The label for Bo Tremblay could not be generated.');
  await expect(notification).toContainText(REQUEST_ID);
  await expect(page.getByRole('row', { name: 'Bo Tremblay' })).toContainText('Label failed');
  expect(labels).toBe(2);
});

test('orders without a label are named before the others are printed', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Nowhere' }, orderStatus: 'GEOCODEDFAILED' },
  ]);
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await page.getByRole('button', { name: 'Print labels (ZPL)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Some orders have no label yet' });
  await expect(dialog).toContainText('Bo Nowhere');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Print 1 order' }).click();
  expect((await download).suggestedFilename()).toBe('portageLabels.zpl');
});

test('printing without a selection says that an order must be selected', async ({ page }) => {
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await page.getByRole('button', { name: 'Print labels (ZPL)' }).press('Enter');
  const notification = page.getByRole('alert').filter({ hasText: 'Error!' });
  await expect(notification).toContainText('Select at least one order first.');
});
