import { expect, type Page } from '@playwright/test';
import { giveOrders, makeMerchant, type OwnMerchant, setHeavyOrders } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const FLAG_CALL = '**/api/orders/featureFlags/heavy-parcel-consolidation-v1';

const deliveryType = (page: Page) => page.getByRole('region').getByText('Delivery type');
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });
const keptFlag = (page: Page) => page.evaluate(() => localStorage.getItem('flag'));

/** A merchant with a heavy order, for whom heavy orders are on or off. */
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

test('the detail of an order does not tell delivery types apart when the flag is off', async ({
  page,
}) => {
  const merchant = await merchantWithFlag(false);
  const answer = page.waitForResponse(FLAG_CALL);
  await openSignedIn(page, merchant, '/orders');
  expect(await (await answer).json()).toEqual({ enabled: false });
  await openDetail(page);
  await expect(deliveryType(page)).toHaveCount(0);
});

test('the detail shows the delivery type when the flag is on, which is asked for once, and when it cannot be read', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/featureFlags/')) calls += 1;
  });
  await page.goto('/dashboard');
  await signIn(page, await merchantWithFlag(true));
  await expect(dashboard(page)).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await openDetail(page);
  await expect(deliveryType(page)).toBeVisible();
  await expect(page.getByRole('region').getByText('Heavy', { exact: true })).toBeVisible();
  await expect.poll(() => keptFlag(page)).toBe('true');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(dashboard(page)).toBeVisible();
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

test('the flag of one merchant is not taken for that of the next on the device', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await page.goto('/orders');
  await signIn(page, await merchantWithFlag(true));
  await openDetail(page);
  await expect(deliveryType(page)).toBeVisible();
  await page.getByRole('button', { name: /^Hello/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  await page.route(FLAG_CALL, (route) => refuse(route));
  await signIn(page, await merchantWithFlag(true));
  await expect(page.getByRole('alert')).toContainText('Failed to grab feature flag');
  await expect(dashboard(page)).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await openDetail(page);
  await expect(deliveryType(page)).toHaveCount(0);
});
