import { expect, type Page } from '@playwright/test';
import { giveOrders, makeMerchant, type OwnMerchant, setHeavyOrders } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { heading, signOut } from './screen.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const FLAG_CALL = '**/api/orders/featureFlags/heavy-parcel-consolidation-v1';

const deliveryType = (page: Page) => page.getByRole('region').getByText('Delivery type');

/** Makes a merchant with a heavy order and the flag on or off. */
async function merchantWithFlag(enabled: boolean): Promise<OwnMerchant> {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ deliveryType: 'HEAVY', recipient: { name: 'Ada Nguyen' } }]);
  await setHeavyOrders(merchant, enabled);
  return merchant;
}

async function openDetail(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Ada Nguyen/ }).click();
  await expect(page.getByRole('region')).toBeVisible();
}

test('an order shows its delivery type when the flag is on or unreadable, not when it is off; the flag is read once', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const answer = page.waitForResponse(FLAG_CALL);
  await openSignedIn(page, await merchantWithFlag(false), '/orders');
  expect(await (await answer).json()).toEqual({ enabled: false });
  await openDetail(page);
  await expect(deliveryType(page)).toHaveCount(0);
  await signOut(page);

  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/featureFlags/')) calls += 1;
  });
  await signIn(page, await merchantWithFlag(true));
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await openDetail(page);
  await expect(deliveryType(page)).toBeVisible();
  await expect(page.getByRole('region').getByText('Heavy', { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('flag'))).toBe('true');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await openDetail(page);
  expect(calls).toBe(1);

  await page.route(FLAG_CALL, (route) => refuse(route));
  await page.goto('/orders');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to grab feature flag');
  await expect(alert).toContainText('The server would not do it.');
  await openDetail(page);
  await expect(deliveryType(page)).toBeVisible();
});
