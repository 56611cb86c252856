import { expect } from '@playwright/test';
import { merchantWithOrders } from './own-merchant.ts';
import { clickTwice, selectAll } from './printing.ts';
import { told } from './screen.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('the second click of a double click and a held key answer no dialog and no menu that they opened', async ({
  page,
}) => {
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  const dialog = page.getByRole('dialog');
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
  const marked = told(page, '4 orders marked ready');
  await expect(dialog).toHaveCount(0);
  await marked.getByRole('button', { name: 'View results' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/orders/batch/delete', async (route) => {
    await gate;
    await route.fallback();
  });
  await selectAll(page);
  await clickTwice(page, 'Delete orders');
  const confirm = dialog.getByRole('button', { name: 'Delete 4 orders' });
  await expect(confirm).toBeVisible();

  await confirm.focus();
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Keep this page open until it is done.');
  resolve(undefined);
  const done = told(page, '4 orders deleted');
  await expect(done).toBeVisible();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(done).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
