import { expect, type Page, type Route } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import { giveOrders, makeMerchant, type OwnMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { field, heading, signOut } from './screen.ts';
import { openSignedIn, ownClock, signIn } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, goOn, recipient, seePage } from './wizard.ts';

const kept = (page: Page) =>
  page.evaluate(() => [sessionStorage.getItem('username'), sessionStorage.getItem('token')]);

/**
 * Opens the orders when the session is due for renewal. Holds the server's answer until the
 * returned function is called.
 */
async function openWithRenewalUnderWay(page: Page, merchant: OwnMerchant) {
  await ownClock(page);
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  const answered = new Promise<void>((resolve) => {
    const hold = async (route: Route) => {
      const response = await route.fetch();
      resolve();
      await gate;
      await route.fulfill({ response });
      arrive(undefined);
    };
    void page.route('**/api/auth/refresh', hold, { times: 1 });
  });
  await openSignedIn(page, merchant, '/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 21 * MINUTE);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await answered;
  await expect(heading(page, 'Orders')).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  return async () => {
    open(undefined);
    await arrived;
  };
}

test('a renewal that arrives after another user signed in leaves their session alone', async ({
  page,
}) => {
  const letArrive = await openWithRenewalUnderWay(page, await makeMerchant());
  await signOut(page);
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
  const second = await makeMerchant();
  await signIn(page, second);
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const session = await kept(page);
  await letArrive();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(heading(page, 'Orders')).toBeVisible();
  expect(session[0]).toBe(second.username);
  expect(await kept(page)).toEqual(session);
});

test('the open page and its typed values survive signing in again; a session that ends during a refresh is reported without its error', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const merchant = await makeMerchant();
  await ownClock(page);
  await openSignedIn(page, merchant, '/new');
  await goOn(page, 'Recipient');
  await page.route('**/api/auth/refresh', (route) => refuse(route, 401));
  await page.clock.setSystemTime(Date.now() + 70 * MINUTE);
  // Fills in the postal code last, since a complete one requests the rates.
  await fillIn(page, recipient);
  await expect(page.getByText('Your session has ended.')).toBeVisible();

  await page.clock.setSystemTime(Date.now());
  await signIn(page, merchant);
  await seePage(page, 'Recipient');
  for (const [name, typed] of Object.entries(recipient)) {
    await expect(field(page, name)).toHaveValue(typed);
  }

  await page.unrouteAll();
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' } }]);
  await page.goto('/orders');
  await expect(page.getByRole('row', { name: /Ada Nguyen/ })).toBeVisible();
  await page.route('**/api/auth/refresh', (route) => refuse(route, 401));
  await page.route('**/api/orders?*', (route) => refuse(route, 401));
  await page.getByRole('button', { name: 'Refresh the list' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  // At once: a notification would disappear while an assertion waits.
  expect(await page.getByRole('alert').allTextContents()).toEqual([
    'Your session has ended. Sign in to continue where you left off.',
  ]);
});
