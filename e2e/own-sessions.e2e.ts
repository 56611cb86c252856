import { expect } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('one’s sessions are listed, and another device can be signed out', async ({
  page,
  browser,
}) => {
  const merchant = await makeMerchant();
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows) Firefox/140.0' });
  await openSignedIn(await elsewhere.newPage(), merchant, '/orders');
  await openSignedIn(page, merchant, '/merchantInfo#sessions');
  const table = page.getByRole('table', { name: 'Your sessions' });
  await expect(table.getByRole('row', { name: /This session/ })).toBeVisible();
  await table.getByRole('button', { name: /^Sign out: Firefox on Windows/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Signed out' })).toBeVisible();
  await expect(table).not.toContainText('Firefox on Windows');
  await elsewhere.close();
});
