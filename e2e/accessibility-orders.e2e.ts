import { expect, type Page } from '@playwright/test';
import { findings, look, lookAround, lookInFrench, widen } from './look-around.ts';
import { giveOrders, makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const firstRow = (page: Page) => page.getByRole('row').nth(1);

test.describe('axe finds nothing on', () => {
  test('the orders list with a selection and the details of an order', async ({ page }) => {
    await openSignedIn(page, await merchantWithOrders(), '/orders');
    await firstRow(page).getByRole('checkbox').check();
    await firstRow(page).click();
    await expect(page.getByRole('region')).toBeVisible();
    await lookAround(page);
    await lookInFrench(page);
  });

  test('the filters and the columns of the orders list', async ({ page }) => {
    await openSignedIn(page, await merchantWithOrders(), '/orders?status=DELIVERED&tags=gift');
    await page.getByRole('button', { name: /^Placed on/ }).click();
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
    await look(page, 'the days');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('checkbox', { name: 'Delivered', exact: true })).toBeVisible();
    await look(page, 'the filters');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await expect(page.getByRole('checkbox', { name: 'Tracking number' })).toBeVisible();
    expect(await findings(page), 'the columns').toEqual([]);
    await page.keyboard.press('Escape');
    await widen(page, 390);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    expect(await findings(page), 'the filters of a phone').toEqual([]);
  });

  test('the choice of a label format, and the dialog before labels are printed', async ({
    page,
  }) => {
    const merchant = await makeMerchant();
    await giveOrders(merchant, [{ orderStatus: 'GEOCODEDFAILED' }, {}]);
    await openSignedIn(page, merchant, '/orders');
    await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
    await page.getByRole('button', { name: 'Label format' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, 'the choice of a format');
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
    await look(page, 'a list that cannot be loaded');
  });
});
