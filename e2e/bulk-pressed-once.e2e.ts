import { expect } from '@playwright/test';
import { merchantWithOrders } from './own-merchant.ts';
import { clickTwice, selectAll } from './printing.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('the second click of a double click and a held key do not answer a dialog that they opened', async ({
  page,
}) => {
  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/orders/batch/delete', async (route) => {
    await gate;
    await route.fallback();
  });
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  await clickTwice(page, 'Delete orders');
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete 4 orders' });
  await expect(confirm).toBeVisible();

  await confirm.focus();
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Keep this page open until it is done.');
  resolve(undefined);
  const done = page.getByRole('status').filter({ hasText: '4 orders deleted' });
  await expect(done).toBeVisible();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(done).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a held key opens the menu that marks orders, and marks none', async ({ page }) => {
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  const opener = page.getByRole('button', { name: 'Ready or not ready' });
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.down('Enter');
  const item = page.getByRole('menuitem', { name: 'Mark ready for pickup' });
  await expect(item).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  const done = page.getByRole('status').filter({ hasText: '4 orders marked ready' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await done.getByRole('button', { name: 'View results' }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(5);
});
