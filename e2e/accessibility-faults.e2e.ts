import { expect } from '@playwright/test';
import { look, lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('axe finds nothing on a page that could not be loaded, which recovers online, nor on a portal that cannot start', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|preload|dynamically imported module|status of 403/,
  );
  await openSignedIn(page, await makeMerchant(), '/dashboard');
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await context.setOffline(true);
  await expect(
    page.getByText(/^Offline since \d+:\d\d\s[ap]\.m\. Showing the last data received\.$/),
  ).toBeVisible();
  const failed = page.getByRole('heading', { name: 'This page could not be loaded' });
  await page.getByRole('link', { name: 'Bulk create' }).first().click();
  await expect(failed).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk create' })).toBeVisible();
  await expect(page.getByText(/^Offline since/)).toHaveCount(0);

  await page.route(/assets\/AddressBookPage/, (route) => route.abort());
  await page.goto('/addressBook');
  await expect(failed).toBeVisible();
  await expect(page.getByText('Check your internet connection, then reload')).toBeVisible();
  await expect(page.getByText(/support/)).toHaveCount(0);
  await look(page, 'a page whose code cannot be loaded');
  await page.route('/config.json', (route) => refuse(route));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Portage could not start' })).toBeVisible();
  await lookAround(page);
});
