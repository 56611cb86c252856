import { expect, type Page } from '@playwright/test';
import { findings, look, lookAround, widen } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const firstRow = (page: Page) => page.getByRole('row').nth(1);

test.describe('axe finds nothing on', () => {
  test('the orders list', async ({ page }) => {
    await openSignedIn(page, demo, '/orders');
    await expect(firstRow(page)).toBeVisible();
    await lookAround(page);
  });

  test('the filters of the orders list', async ({ page }) => {
    await openSignedIn(page, demo, '/orders?status=DELIVERED&tags=gift&displayName=Nobody');
    await page.getByRole('button', { name: /^Placed on/ }).click();
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
    await look(page, 'the days');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('checkbox', { name: 'Delivered', exact: true })).toBeVisible();
    await look(page, 'the filters');
    await page.keyboard.press('Escape');
    await widen(page, 390);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await look(page, 'the filters of a phone');
  });

  test('the orders list with a selection and the details of an order', async ({ page }) => {
    await openSignedIn(page, demo, '/orders');
    await firstRow(page).getByRole('checkbox').check();
    await firstRow(page).click();
    await expect(page.getByRole('region')).toBeVisible();
    await lookAround(page);
  });

  test('the choice of a label format, and the dialog before labels are printed', async ({
    page,
  }) => {
    const merchant = await makeMerchant();
    await giveOrders(merchant, [{ orderStatus: 'GEOCODEDFAILED' }, {}]);
    await openSignedIn(page, merchant, '/orders');
    await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
    await lookAround(page, {
      open: async () => {
        await page.getByRole('button', { name: /^(Label format|Format d’étiquette)$/ }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    });
    await page.getByRole('menuitem', { name: /^ZPL/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findings(page), 'before printing').toEqual([]);
  });

  test('the orders list without orders, and when it cannot be loaded', async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 403/);
    await openSignedIn(page, await makeMerchant(), '/orders');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await lookAround(page);
    await page.route('**/api/orders*', (route) => refuse(route));
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await lookAround(page);
  });
});
