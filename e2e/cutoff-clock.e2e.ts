import { expect } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import { giveOrders, makeMerchant, merchantWithOrders, timeZoneOfDay } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

test('the clock counts down to the next ship-by time, and one click prints and marks its orders', async ({
  page,
}) => {
  // Starts at a full minute.
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  await page.clock.install({ time: now });
  const merchant = await makeMerchant({ profile: { timeZone: timeZoneOfDay() } });
  const shipBy = now + 16 * MINUTE;
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' }, shipBy },
    { recipient: { name: 'Bo Tremblay' }, shipBy },
    { recipient: { name: 'Cy Roy' }, shipBy: now + 26 * 60 * MINUTE },
    { recipient: { name: 'Di Roy' }, shipBy, orderStatus: 'PICKUP_READY' },
  ]);
  await openSignedIn(page, merchant, '/dashboard');
  await page.getByRole('link', { name: /^2 will miss .*, in 16.min$/ }).click();
  await expect(page).toHaveURL('/orders?placed=all&status=GEOCODED&sort=shipBy');
  await expect(page.getByRole('row', { name: 'Ada Nguyen' })).toContainText(/, in 16.min/);
  const clock = page.locator('main [data-urgency]').first();
  await expect(clock).toHaveText(/^2 will miss .*, in 16.min$/);
  await expect(clock).toHaveAttribute('data-urgency', 'soon');
  await page.clock.runFor(MINUTE);
  await expect(clock).toHaveText(/in 15.min$/);
  await expect(clock).toHaveAttribute('data-urgency', 'urgent');
  await page.clock.runFor(15 * MINUTE);
  await expect(clock).toHaveText('2 late');
  await expect(page.getByRole('row', { name: 'Bo Tremblay' })).toContainText('Late:');

  await page.getByRole('button', { name: 'Print and mark them' }).click();
  await expect(page.getByText('2 orders marked ready')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Cy Roy' })).toBeVisible();
  await expect(clock).toHaveText(/^1 to ship by /);
});

test('in French the clock is not cut at 1440 pixels', async ({ page }) => {
  const closesAt = Date.parse('2026-09-23T11:11-04:00');
  await page.clock.install({ time: closesAt - 40 * 60 * MINUTE });
  await page.route('**/api/orders/cutoff', (route) =>
    route.fulfill({ json: { closesAt, isToday: false } }),
  );
  const merchant = await merchantWithOrders();
  await speak(page, 'fr');
  await openSignedIn(page, merchant, '/orders');
  await expect(page.getByText('4 commandes à préparer')).toBeVisible();
  const words = page.locator('[data-urgency] > span');
  await expect(words).toHaveText(/mercredi 23 septembre à 11.h.11$/);
  expect(await words.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
});
