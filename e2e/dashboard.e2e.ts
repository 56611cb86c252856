import { expect } from '@playwright/test';
import { lookAround } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

test('the numbers of the day open their orders, in the dashboard and above the list', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Tremblay' }, orderStatus: 'OUT_OF_FSA' },
    { recipient: { name: 'Cy Ferrari' }, orderStatus: 'PICKUP_READY', labelPrintedAt: Date.now() },
  ]);
  await openSignedIn(page, merchant, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
  // The charts come after the page; what they show in all does not depend on the hour.
  await expect(page.getByRole('img', { name: 'Orders, 3' }).locator('svg').first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Delivered on time, No delivery yet' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Spend, \$\d/ })).toBeVisible();
  await page.getByText('Show as a table').click();
  const placed = page.getByRole('row').locator('td:nth-child(2)');
  await expect(placed).toHaveCount(14);
  const numbers = (await placed.allTextContents()).map(Number);
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(3);
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
  await views.getByRole('link', { name: 'To print 1' }).click();
  await expect(page.getByRole('row', { name: 'Ada Nguyen' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Bo Tremblay' })).toBeHidden();
  await views.getByRole('link', { name: 'All stages' }).click();
  await expect(page.getByRole('row', { name: 'Cy Ferrari' })).toBeVisible();
});

test('a merchant without orders is shown the first steps, in French', async ({ page }) => {
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant(), '/dashboard');
  await expect(page.getByRole('heading', { name: 'Pour commencer' })).toBeVisible();
  await page.getByRole('link', { name: /Vérifiez votre lieu d’expédition/ }).click();
  await expect(page).toHaveURL('/shipFromLocations');
});
