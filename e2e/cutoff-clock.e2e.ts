import { expect } from '@playwright/test';
import { HOUR, MINUTE } from '@portage/contract/time';
import { giveOrders, makeMerchant, merchantWithOrders, timeZoneOfDay } from './own-merchant.ts';
import { openSignedIn, ownClock, speak } from './sign-in.ts';
import { test } from './test.ts';

test('a device whose clock is two hours slow tells the server’s time; one two hours fast does not renew its session early', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() - 2 * HOUR });
  const merchant = await makeMerchant({ profile: { timeZone: timeZoneOfDay() } });
  const shipBy = Date.now() + 10 * MINUTE;
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' }, shipBy }]);
  await openSignedIn(page, merchant, '/orders?placed=all');
  await expect(page.locator('main [data-urgency]').first()).toHaveText(/, in (10|11).min$/);

  await page.clock.setSystemTime(Date.now() + 2 * HOUR);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals.push(request.url());
  });
  await openSignedIn(page, merchant, '/orders');
  await expect(page.getByRole('row', { name: 'Ada Nguyen' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(renewals).toEqual([]);
});

test('the clock counts down to the next ship-by time, and one click prints and marks its orders', async ({
  page,
}) => {
  // Starts at a full minute.
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  await ownClock(page, now);
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
  await ownClock(page, closesAt - 40 * HOUR);
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
