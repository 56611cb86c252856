import { expect, type Page } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const MINUTE = 60_000;

/** How often a page has asked for a new session so far. */
function countRenewals(page: Page): () => number {
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals += 1;
  });
  return () => renewals;
}

const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Has the orders loaded anew. A list that was not left in between would still hold them. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
}

/** A clock that can be set. Once a page is open it would stand at 1970 for a moment. */
const ownClock = (page: Page) => page.clock.install({ time: Date.now() });

/** Makes the token old by the clock of the page, until it is renewed: the new one is not old. */
async function ageToken(page: Page): Promise<void> {
  await page.route('**/api/auth/refresh', async (route) => {
    await page.clock.setSystemTime(Date.now());
    await route.fallback();
  });
  await page.clock.setSystemTime(Date.now() + 21 * MINUTE);
}

test('a token that expires within 40 minutes is renewed once, and the reader goes on', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await ownClock(page);
  await openSignedIn(page, merchant, '/orders');
  await expect(heading(page, 'Orders')).toBeVisible();
  const first = await tokenOf(page);
  const renewals = countRenewals(page);

  await ageToken(page);
  await leaveAndComeBack(page);
  await expect.poll(() => tokenOf(page)).not.toBe(first);
  expect(renewals()).toBe(1);
});

test('a session whose token has expired is renewed when the page is opened again', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await ownClock(page);
  await openSignedIn(page, merchant, '/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 70 * MINUTE);
  await page.reload();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('a new tab joins the session of an open one, and leaves with it', async ({
  page,
  context,
}) => {
  await page.goto('/orders');
  await signIn(page, await makeMerchant());
  await expect(heading(page, 'Orders')).toBeVisible();

  const other = await context.newPage();
  await other.goto('/orders');
  await expect(heading(other, 'Orders')).toBeVisible();
  expect(await tokenOf(other)).toBe(await tokenOf(page));

  await other.getByRole('button', { name: /^Hello/ }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(heading(other, 'Sign in to Portage')).toBeVisible();
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
});

test('tabs that share a session stay signed in when one of them renews it', async ({
  page,
  context,
}) => {
  await ownClock(page);
  await page.goto('/orders');
  await signIn(page, await makeMerchant());
  await expect(heading(page, 'Orders')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/orders');
  await expect(heading(other, 'Orders')).toBeVisible();
  const first = await tokenOf(other);

  await ageToken(page);
  await leaveAndComeBack(page);
  await expect.poll(() => tokenOf(other)).not.toBe(first);
  // The page takes its new token over once it has told the others.
  await expect.poll(async () => (await tokenOf(page)) === (await tokenOf(other))).toBe(true);
});
