import { expect, type Page } from '@playwright/test';
import { findings } from './look-around.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const views = (page: Page) => page.getByRole('button', { name: /^View: / });
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });

async function choose(page: Page, item: string): Promise<void> {
  await views(page).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

async function toggleColumns(page: Page, ...columns: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose columns' }).click();
  for (const column of columns) await page.getByRole('checkbox', { name: column }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Choose columns' })).toBeFocused();
}

test('filters and columns are saved as a view, changed, renamed and deleted; columns also alone', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await openSignedIn(page, await merchantWithOrders(), '/orders?status=GEOCODED');
  await expect(views(page)).toHaveAccessibleName('View: All orders, filtered');
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible();
  await choose(page, 'Save as new view…');
  await page.getByRole('textbox', { name: 'Name' }).fill('À préparer');
  await page.keyboard.press('Enter');
  await expect(views(page)).toHaveAccessibleName('View: À préparer');
  await expect(views(page)).toBeFocused();

  await toggleColumns(page, 'Service', 'Tracking number');
  await expect(header(page, 'Service')).toHaveCount(0);
  await expect(views(page)).toHaveAccessibleName('View: À préparer, changed');
  await choose(page, 'Save changes');
  await expect(views(page)).toHaveAccessibleName('View: À préparer');

  await choose(page, 'All orders');
  await expect(page.getByText('5 orders', { exact: true })).toBeVisible();
  await expect(header(page, 'Service')).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(header(page, 'Tracking number')).toBeVisible();
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible();

  await choose(page, 'Save as new view…');
  await page.getByRole('textbox', { name: 'Name' }).fill('a preparer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    /already have a view named “À préparer”/,
  );
  await page.keyboard.press('Escape');
  await choose(page, 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Waiting');
  await page.keyboard.press('Enter');
  await expect(views(page)).toHaveAccessibleName('View: Waiting');
  await views(page).click();
  await expect(page.getByRole('menuitemradio', { name: 'Waiting' })).toBeChecked();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete the view' }).click();
  // The filters stay, as for a link to a deleted view.
  await expect(views(page)).toHaveAccessibleName('View: All orders, filtered');
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible();

  // Columns are saved after a pause, on a busy machine before the last one is chosen.
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/orders/columns') &&
      !response.request().postData()?.includes('placedOn'),
  );
  await toggleColumns(page, 'Packages', 'Price', 'Tags', 'Placed on');
  expect((await kept).status()).toBe(204);
  await page.reload();
  await expect(header(page, 'Tags')).toBeVisible();
  await expect(header(page, 'Placed on')).toHaveCount(0);
});
