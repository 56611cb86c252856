import { expect, type Page } from '@playwright/test';
import { giveOrders, makeMerchant, setHeavyOrders } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { row, signOut } from './screen.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const LIST = /\/api\/orders(\?(?!.*ids=)|$)/;

/** Holds further calls for lists of orders until the returned function is called. */
async function holdLists(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test('a list that was seen before shows at once, then updates', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Tremblay' }, orderStatus: 'GEOCODEDFAILED' },
  ]);
  await openSignedIn(page, merchant, '/orders');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await expect(row(page, 'Bo Tremblay')).toBeVisible();
  const place = await row(page, 'Ada Nguyen').boundingBox();
  await search.fill('Ada');
  await expect(row(page, 'Bo Tremblay')).toHaveCount(0);

  await test.step('with a filter that is set back', async () => {
    const letGo = await holdLists(page);
    await search.fill('');
    await expect(row(page, 'Bo Tremblay')).toBeVisible();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    expect(await row(page, 'Ada Nguyen').boundingBox()).toEqual(place);
    const read = page.waitForResponse(LIST);
    letGo();
    await (await read).finished();
  });

  await test.step('from another page', async () => {
    await page.getByRole('link', { name: 'Portage' }).first().click();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await giveOrders(merchant, [{ recipient: { name: 'Cy Roy' } }]);
    const letGo = await holdLists(page);
    await page.goBack();
    await expect(row(page, 'Ada Nguyen')).toBeVisible();
    await expect(row(page, 'Cy Roy')).toHaveCount(0);
    letGo();
    await expect(row(page, 'Cy Roy')).toBeVisible();
  });
});

test('a user who signs in after another sees neither a remembered order nor what the flag of the other shows', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const [first, second] = [await makeMerchant(), await makeMerchant()];
  const heavy = { deliveryType: 'HEAVY' } as const;
  await giveOrders(first, [{ ...heavy, recipient: { name: 'Ada Nguyen' } }]);
  await giveOrders(second, [{ ...heavy, recipient: { name: 'Bo Tremblay' } }]);
  for (const merchant of [first, second]) await setHeavyOrders(merchant, true);
  const details = page.getByRole('region');
  const deliveryType = details.getByText('Delivery type');
  await page.goto('/orders');
  await signIn(page, first);
  await row(page, 'Ada Nguyen').click();
  await expect(deliveryType).toBeVisible();
  await signOut(page);

  const letGo = await holdLists(page);
  await page.route('**/api/orders/featureFlags/*', (route) => refuse(route));
  await signIn(page, second);
  await expect(page.getByRole('alert')).toContainText('Failed to grab feature flag');
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'View orders' }).first().click();
  await expect(page.locator('[aria-busy]').first()).toBeVisible();
  await expect(row(page, 'Ada Nguyen')).toHaveCount(0);
  letGo();
  await expect(row(page, 'Bo Tremblay')).toBeVisible();
  await expect(row(page, 'Ada Nguyen')).toHaveCount(0);
  await row(page, 'Bo Tremblay').click();
  await expect(details).toBeVisible();
  await expect(deliveryType).toHaveCount(0);
});
