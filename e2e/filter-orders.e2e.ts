import { expect, type Page } from '@playwright/test';
import { DAY } from '@portage/contract/time';
import { giveOrders, makeMerchant, setHeavyOrders } from './own-merchant.ts';
import { openSignedIn, signInByCall } from './sign-in.ts';
import { test } from './test.ts';

const daysAgo = (days: number) => Date.now() - days * DAY;

const rows = (page: Page) =>
  page
    .getByRole('treegrid')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Select the order/ }) });
const chip = (page: Page, words: string) =>
  page.getByRole('button', { name: `Remove the filter “${words}”` });

async function expectListed(page: Page, ...names: readonly string[]): Promise<void> {
  await expect(rows(page)).toContainText([...names]);
  await expect(rows(page)).toHaveCount(names.length);
}

/** Makes a merchant with a shop, heavy orders, and an order for each filter of the test. */
async function shopWithOrders() {
  const merchant = await makeMerchant({ profile: { shopifyShop: 'story.myshopify.com' } });
  await setHeavyOrders(merchant, true);
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Tremblay' }, orderStatus: 'DELIVERED', deliveredAt: Date.now() },
    { recipient: { name: 'Cy O’Neil' }, orderStatus: 'DELIVERED', deliveredAt: daysAgo(40) },
    { recipient: { name: 'Di Ferrari' }, orderStatus: 'PICKUP_READY', pickupReadyAt: Date.now() },
    { recipient: { name: 'Ed Roy' }, deliveryType: 'HEAVY', createdAt: daysAgo(300) },
  ]);
  return merchant;
}

test('orders are filtered by status, day of delivery, fulfilment and delivery type; without results in the last two months older ones are offered', async ({
  page,
}) => {
  const filters = page.getByRole('button', { name: /^Filters/ });
  const tabs = page.getByRole('radiogroup', { name: 'Fulfillment' });
  const deliveredOn = page.getByRole('button', { name: /^Delivered on/ });
  await openSignedIn(page, await shopWithOrders(), '/orders');
  await expectListed(page, 'Ada Nguyen', 'Bo Tremblay', 'Cy O’Neil', 'Di Ferrari');
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible();
  await expect(deliveredOn).toHaveCount(0);

  await filters.click();
  await page.getByRole('checkbox', { name: 'Delivered', exact: true }).check();
  await expectListed(page, 'Bo Tremblay', 'Cy O’Neil');
  await page.keyboard.press('Escape');
  await expect(filters).toBeFocused();

  await deliveredOn.click();
  await page.getByRole('button', { name: 'This month' }).click();
  await expectListed(page, 'Bo Tremblay');
  await expect(page).toHaveURL('/orders?delivered=thisMonth&status=DELIVERED');
  await page.reload();
  await expectListed(page, 'Bo Tremblay');
  await expect(chip(page, 'Delivered on: This month')).toBeVisible();
  await page.goBack();
  await expectListed(page, 'Bo Tremblay', 'Cy O’Neil');

  await tabs.getByText('Unfulfilled').click();
  await expect(chip(page, 'Fulfillment: Unfulfilled')).toBeVisible();
  await chip(page, 'Fulfillment: Unfulfilled').press('Delete');
  await expect(chip(page, 'Status: Delivered')).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(filters).toBeFocused();
  await tabs.getByText('Fulfilled', { exact: true }).click();
  await expectListed(page, 'Di Ferrari');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/orders');

  await page.getByRole('combobox', { name: 'Delivery type' }).selectOption('Heavy');
  await expect(page.getByText('Found 1 order that was placed on another day.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all dates' }).click();
  await expectListed(page, 'Ed Roy');
  await expect(chip(page, 'Placed on: All dates')).toBeVisible();

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('searchbox').fill('roy');
  await page.getByRole('button', { name: 'Search all dates' }).click();
  await expectListed(page, 'Ed Roy');
  await expect(page).toHaveURL('/orders?search=roy&placed=all');
});

test('orders with labels to reprint are listed until they are printed', async ({
  page,
  request,
}) => {
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  const printed = { labelPrintedAt: Date.now() };
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Tremblay' }, ...printed },
    { recipient: { name: 'Cy O’Neil' }, ...printed, labelStale: true, labelVersion: 2, id },
  ]);
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('button', { name: 'Filters' }).click();
  const labels = page.getByRole('group', { name: 'Labels' });
  await labels.getByRole('checkbox', { name: 'Not printed' }).check();
  await expectListed(page, 'Ada Nguyen');
  await labels.getByRole('checkbox', { name: 'Reprint needed' }).check();
  await expectListed(page, 'Ada Nguyen', 'Cy O’Neil');
  await labels.getByRole('checkbox', { name: 'Not printed' }).uncheck();
  await expectListed(page, 'Cy O’Neil');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters 1 active', exact: true })).toBeVisible();
  await expect(chip(page, 'Labels: Reprint needed')).toBeVisible();
  await expect(page).toHaveURL('/orders?labels=STALE');

  await page.mouse.move(0, 0);
  // Its labels are printed elsewhere.
  await request.get(`/api/labels/${id}`, { headers: await signInByCall(request, merchant) });
  await expect(page.getByText('No order matches these filters')).toBeVisible();
});
