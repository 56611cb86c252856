import { expect } from '@playwright/test';
import { giveOrders, merchantWithOrders } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const MINUTE = 60_000;

/** A time zone whose midnight is hours away at any time of day: a cutoff of another day is not open. */
const timeZoneOfDay = () => (new Date().getUTCHours() < 8 ? 'Europe/Paris' : 'America/Toronto');

test('the clock counts down to the cutoff, and selects what is not ready with one click', async ({
  page,
}) => {
  // A minute has just begun, so that the next is a whole one away.
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  let closesAt = now + 16 * MINUTE;
  await page.clock.install({ time: now });
  await page.route('**/api/orders/cutoff', (route) =>
    route.fulfill({ json: { closesAt, isToday: true } }),
  );
  const merchant = await merchantWithOrders({ profile: { timeZone: timeZoneOfDay() } });
  await openSignedIn(page, merchant, '/orders?search=bo');
  const clock = page.locator('[data-urgency]');
  await expect(clock).toHaveText(/^Same-day closes at .*, in 16.min$/);
  await expect(clock).toHaveAttribute('data-urgency', 'soon');
  await page.clock.runFor(MINUTE);
  await expect(clock).toHaveText(/in 15.min$/);
  await expect(clock).toHaveAttribute('data-urgency', 'urgent');

  closesAt += 24 * 60 * MINUTE;
  await page.clock.runFor(15 * MINUTE);
  await expect(clock).toHaveText(/^Same-day is closed until /);

  await expect(page.getByText('4 same-day', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Select 4 same-day' }).click();
  await expect(page.getByText('4 selected')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Ed Roy' }).getByRole('checkbox')).toBeChecked();
  await expect(page).toHaveURL('/orders?placed=all&status=GEOCODED&service=SAMEDAY');
});

test('in French the clock is whole at 1440 pixels', async ({ page }) => {
  const closesAt = Date.parse('2026-09-23T11:11-04:00');
  await page.clock.install({ time: closesAt - 40 * 60 * MINUTE });
  await page.route('**/api/orders/cutoff', (route) =>
    route.fulfill({ json: { closesAt, isToday: false } }),
  );
  const merchant = await merchantWithOrders();
  await giveOrders(merchant, [{ orderStatus: 'GEOCODED', service: 'NEXTDAY' }]);
  await speak(page, 'fr');
  await openSignedIn(page, merchant, '/orders');
  await expect(page.getByText('4 pour le jour même · 1 autre')).toBeVisible();
  const words = page.locator('[data-urgency] > span');
  await expect(words).toHaveText(/mercredi 23 septembre à 11.h.11$/);
  expect(await words.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
});
