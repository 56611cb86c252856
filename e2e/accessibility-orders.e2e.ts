import { expect, type Page } from '@playwright/test';
import { findings, look, lookAround, lookInFrench, widen } from './look-around.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const firstRow = (page: Page) => page.getByRole('row').nth(1);

test('axe finds nothing on the filters and columns of the orders list, a selection, and the details of an order', async ({
  page,
}) => {
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

  await widen(page);
  await page.goto('/orders');
  await firstRow(page).getByRole('checkbox').check();
  await firstRow(page).click();
  await expect(page.getByRole('region')).toBeVisible();
  await lookAround(page);
  await lookInFrench(page);
});
