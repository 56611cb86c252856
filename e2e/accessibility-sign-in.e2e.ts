import { expect } from '@playwright/test';
import { look, lookInFrench } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

test('axe finds nothing on the reset of a password, its failure, and the choice of a new one', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 40/);
  await page.route('**/api/users/reset_password', (route) => route.fulfill({ status: 204 }));
  await page.route('**/api/users/confirm_new_password', (route) => refuse(route));
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.locator('[type=email]')).toBeFocused();
  await page.locator('[type=email]').fill('ada@portage.example');
  await look(page, 'the reset of a password');
  await page.keyboard.press('Enter');
  await page.locator('[autocomplete=one-time-code]').fill('123456');
  await page.locator('[autocomplete=new-password]').fill('Falcon-Reef-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look(page, 'a reset that failed');
  await lookInFrench(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await signIn(page, await makeMerchant({ mustChangePassword: true }));
  await page.locator('[autocomplete=new-password]').fill('abc1');
  await look(page, 'the choice of a new password');
});
