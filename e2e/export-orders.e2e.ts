import { expect, type Page } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

/** Opens the export popover and chooses an option. */
async function exportOrders(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await page.getByRole('dialog').getByRole('button', { name: choice }).click();
}

/** Exports and returns the lines of the saved file after the headers. */
async function exported(page: Page, choice: string): Promise<string[]> {
  const { name, bytes } = await saved(page, () => exportOrders(page, choice));
  expect(name).toBe('my_orders.csv');
  const [headers, ...lines] = bytes.toString().trimEnd().split('\r\n');
  expect(headers?.startsWith('\uFEFFid,order_status,')).toBe(true);
  return lines;
}

test('an empty, a cancelled and a failed export say why; selected and matching orders are saved in the order of the list', async ({
  page,
  complaints,
}) => {
  complaints.expect(/403/);
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Zoé Tremblay' } },
    { recipient: { name: 'Not this one' } },
    { recipient: { name: 'Bo Roy' } },
  ]);
  await openSignedIn(page, merchant, '/orders');
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await page.getByRole('button', { name: 'Selected orders (0)' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Error!');
  await expect(page.getByRole('alert')).toContainText('Select at least one order first.');

  const isAsked = page.waitForRequest('**/orders/export*');
  await page.route('**/orders/export*', () => undefined, { times: 1 });
  await page.getByRole('dialog').getByRole('button', { name: '3 matching orders' }).click();
  await isAsked;
  await expect(page.getByText('0 of 3 orders')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await expect(page.getByText('Export cancelled')).toBeVisible();

  await page.route('**/orders/export*', (route) => refuse(route));
  await exportOrders(page, '3 matching orders');
  const failure = page.getByRole('alert').filter({ hasText: 'could not be exported' });
  await expect(failure).toContainText('The server would not do it. No file was saved.');
  await expect(failure).toContainText(REQUEST_ID);
  expect(files).toBe(0);

  await page.unroute('**/orders/export*');
  for (const name of ['Zoé', 'Bo']) {
    await page.getByRole('row', { name }).getByRole('checkbox').check();
  }
  expect(await exported(page, 'Selected orders (2)')).toEqual([
    expect.stringContaining('Zoé Tremblay'),
    expect.stringContaining('Bo Roy'),
  ]);
  await expect(page.getByText('2 orders exported')).toBeVisible();

  await page.getByRole('searchbox').fill('not this');
  await expect(page.getByRole('row', { name: 'Bo' })).toBeHidden();
  expect(await exported(page, '1 matching order')).toEqual([
    expect.stringContaining('Not this one'),
  ]);
  await expect(page.getByText('1 order exported')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeFocused();
});
