import { expect, type Page } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import { makeMerchant } from './own-merchant.ts';
import { heading, signOut } from './screen.ts';
import { ownClock, signIn } from './sign-in.ts';
import { test } from './test.ts';

/** Counts the page's requests for a new session. */
function countRenewals(page: Page): () => number {
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals += 1;
  });
  return () => renewals;
}

const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'));

/** Sets the page's clock so that the token is old until renewed. */
async function ageToken(page: Page, minutes = 21): Promise<void> {
  await page.route('**/api/auth/refresh', async (route) => {
    await page.clock.setSystemTime(Date.now());
    await route.fallback();
  });
  await page.clock.setSystemTime(Date.now() + minutes * MINUTE);
}

test('a session whose token has expired is renewed once when the page is opened again; tabs share it: a second one joins, one renews for both, and both sign out', async ({
  page,
  context,
}) => {
  await ownClock(page);
  await page.goto('/orders');
  await signIn(page, await makeMerchant());
  await expect(heading(page, 'Orders')).toBeVisible();
  const renewals = countRenewals(page);
  await ageToken(page, 70);
  await page.reload();
  await expect(heading(page, 'Orders')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hello, Test User' })).toBeVisible();
  expect(renewals()).toBe(1);

  const other = await context.newPage();
  await other.goto('/orders');
  await expect(heading(other, 'Orders')).toBeVisible();
  const first = await tokenOf(other);
  expect(first).toBe(await tokenOf(page));

  // It expires within 40 minutes.
  await ageToken(page);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect.poll(() => tokenOf(other)).not.toBe(first);
  // The page takes its new token after the other tabs have it.
  await expect.poll(async () => (await tokenOf(page)) === (await tokenOf(other))).toBe(true);

  await signOut(other);
  await expect(heading(other, 'Sign in to Portage')).toBeVisible();
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
});
