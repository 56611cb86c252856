import { expect } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import { lookAround } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('the numbers of the day open their orders, from the dashboard and above the list', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' }, shipBy: Date.now() + 30 * MINUTE },
    { recipient: { name: 'Bo Tremblay' }, orderStatus: 'OUT_OF_FSA' },
    { recipient: { name: 'Cy Ferrari' }, orderStatus: 'PICKUP_READY', labelPrintedAt: Date.now() },
  ]);
  await openSignedIn(page, merchant, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
  // The charts load after the page; their totals do not depend on the hour.
  await expect(page.getByRole('img', { name: 'Orders, 3' }).locator('svg').first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Delivered on time, No delivery yet' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Spend, \$\d/ })).toBeVisible();
  await page.getByText('Show as a table').click();
  const placed = page.getByRole('row').locator('td:nth-child(2)');
  await expect(placed).toHaveCount(14);
  await expect(page.getByRole('rowheader')).toHaveCount(14);
  const numbers = (await placed.allTextContents()).map(Number);
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(3);
  await expect(page.locator('main [data-urgency]')).toBeVisible();
  await lookAround(page);
  await page.getByRole('link', { name: '1 Needs attention' }).click();
  await expect(page.getByRole('row', { name: 'Bo Tremblay' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Ada Nguyen' })).toBeHidden();

  const views = page.getByRole('navigation', { name: 'Work views' });
  await expect(views.getByRole('link', { name: 'Needs attention 1' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(views.locator('[aria-current]')).toHaveCount(1);
  await expect(views.getByRole('link', { name: 'To print 1' })).toHaveText('To print 1');
  await views.getByRole('link', { name: 'To print 1' }).click();
  await expect(page.getByRole('row', { name: 'Ada Nguyen' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Bo Tremblay' })).toBeHidden();
  await views.getByRole('link', { name: 'All stages' }).click();
  await expect(page.getByRole('row', { name: 'Cy Ferrari' })).toBeVisible();
});

test('the first steps are checked off as they are done, by keyboard, and an empty list says what it is for', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/dashboard', { isNewDevice: true });
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const location = step('Check your ship-from location');
  await expect(location).toContainText('(To do)');
  await location.getByRole('button', { name: 'This is right' }).press('Enter');
  await expect(location).toContainText('(Done)');

  const printer = step('Choose your printer');
  await expect(printer.getByRole('button')).toBeFocused();
  await printer.getByRole('button', { name: 'Choose and print a test label' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Which printer do you use?' });
  await expect(dialog.getByRole('radio', { name: /203 dpi/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('portageLabels.zpl');
  await expect(page.getByText('Test label saved')).toBeVisible();
  await expect(printer).toContainText('Label printer (ZPL, 300 dpi)');

  const preset = step('Save your usual box');
  await preset.getByRole('button', { name: 'Medium box, 12 × 9 × 6 in, 5 lb' }).press('Enter');
  await expect(preset).toContainText('1 package preset');
  await expect(step('Create your first order').getByRole('link')).toBeFocused();
  await lookAround(page);

  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'Your orders will appear here' })).toBeVisible();
  await expect(page.locator('[data-urgency]')).toHaveCount(0);
  await lookAround(page);
  await page.getByRole('link', { name: 'Create your first order' }).click();
  await expect(page).toHaveURL(/\/new\?draft=/);

  await page.goto('/dashboard');
  await expect(step('Create your first order')).toContainText('(To do)');
  await expect(page.getByText('(Done)')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Today' })).toHaveCount(0);
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' } }]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get started' })).toHaveCount(0);
});
