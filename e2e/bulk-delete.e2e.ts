import { expect } from '@playwright/test';
import { findings, widen } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { refuse } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('all matching orders are deleted except those the carrier has; a failed one succeeds on retry', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 103 }, (_, index) => ({
      recipient: { name: `Recipient ${index + 1}` },
      orderStatus: index === 1 ? 'CARRIER_PICKED_UP' : 'GEOCODED',
      ...(index === 2 && { otherScans: [{ time: Date.now() }] }),
    })),
  );
  // One call deletes a hundred; a second one deletes the last order, and fails at first.
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (/^DELETE|\/batch\/delete$/.test(`${request.method()} ${request.url()}`)) {
      deletions.push(request.method());
    }
  });
  await page.route(/\/api\/orders\/[0-9a-f-]{36}$/, (route) => refuse(route), { times: 1 });
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('button', { name: 'Delete orders' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Select at least one order first.');
  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await page.getByRole('button', { name: 'Select all 103 that match' }).click();
  await expect(page.getByText('All 103 orders that match are selected.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete orders' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 orders are skipped');
  await expect(dialog).toContainText('Recipient 2');
  await expect(dialog).toContainText('The carrier has already picked up this order.');
  await expect(dialog).toContainText('Recipient 3');
  await expect(dialog).toContainText('The carrier has already scanned this order.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();

  await dialog.getByRole('button', { name: 'Delete 101 orders' }).click();
  await expect(dialog).toContainText('100 orders deleted');
  await expect(dialog).toContainText('1 order failed and is still selected.');
  await expect(dialog.getByRole('row').nth(1)).toContainText('The server would not do it.');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  expect(await findings(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(dialog).toContainText('101 orders deleted');
  expect(deletions.sort()).toEqual(['DELETE', 'DELETE', 'POST']);
  await dialog.getByText('Not processed (2)').click();
  await expect(dialog.getByRole('row')).toHaveCount(3);
  const save = dialog.getByRole('button', { name: 'Save as CSV' });
  const { name, bytes } = await saved(page, () => save.click());
  expect(name).toBe('delete_results.csv');
  const lines = bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(104);
  expect(lines.filter((line) => line.startsWith('success,'))).toHaveLength(101);

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: 'Delete orders' })).toBeFocused();
  await expect(page.locator('[data-order-id]')).toHaveCount(2);
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete orders' })).toBeDisabled();
  await widen(page, 390);
  await page.getByRole('button', { name: 'More actions' }).click();
  const inMenu = page.getByRole('menuitem', { name: 'Delete orders' });
  await expect(inMenu).toBeDisabled();
  await expect(inMenu).toHaveAttribute('data-disabled', 'true');
});

test('Undo restores deleted orders, from the list and from an order’s page', async ({
  page,
  complaints,
}) => {
  // The order's page may read the order again before it closes.
  complaints.expect(/404 \(Not Found\)/);
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  await giveOrders(merchant, [
    { id, recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Tremblay' } },
  ]);
  const rows = page.locator('[data-order-id]');
  await openSignedIn(page, merchant, '/orders');
  await expect(rows).toHaveCount(2);
  // At once: the selection counts, not the drawn rows.
  await page.evaluate(() => {
    for (const name of ['Select all loaded orders', 'Delete orders']) {
      document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
    }
  });
  await page.getByRole('button', { name: 'Delete 2 orders' }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 orders restored')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();

  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: 'Delete orders' }).click();
  await page.getByRole('button', { name: 'Delete 1 order' }).click();
  await expect(page).toHaveURL('/orders');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Ada Nguyen');
});
