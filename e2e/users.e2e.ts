import { expect } from '@playwright/test';
import { look } from './look-around.ts';
import { addPerson, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('an owner sees where a person is signed in and signs a device out; a member sees disabled controls and why', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/merchantInfo');
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: /Test User/ });
  await row.getByRole('button', { name: 'Make member: Test User' }).click();
  await expect(page.getByRole('alert')).toContainText('Make someone else an owner first.');

  const zoe = await addPerson(merchant, 'Zoé Roy');
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows) Firefox/140.0' });
  await openSignedIn(await elsewhere.newPage(), zoe, '/orders');
  await elsewhere.close();
  await page.reload();
  await page.getByRole('button', { name: 'Sessions: Zoé Roy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sessions: Zoé Roy' });
  await expect(dialog.getByRole('row', { name: /Firefox on Windows/ })).toBeVisible();
  await look(page, 'the sessions of a user');
  await dialog.getByRole('button', { name: /^Sign out: Firefox on Windows/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Zoé Roy' })).toBeVisible();
  await expect(dialog).toContainText('No open sessions are listed.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Sessions: Zoé Roy' })).toBeFocused();

  await page.route('**/api/users/me', (route) =>
    route.fulfill({ json: { username: 'me', name: 'Test User', role: 'member' } }),
  );
  await page.reload();
  await expect(page.getByText('Only an owner of the account can change this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create user' })).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Disable Test User' })).toBeDisabled();
  await page.goto('/serviceUser');
  await expect(page.getByText('Only an owner of the account can change this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create service user' }).first()).toBeDisabled();
  await page.goto('/shipstation');
  await expect(page.getByText('Only an owner of the account can change this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeDisabled();
});
