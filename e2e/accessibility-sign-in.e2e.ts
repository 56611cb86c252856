import { expect } from '@playwright/test';
import { lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { demo, signIn } from './sign-in.ts';
import { test } from './test.ts';

test.describe('axe finds nothing on', () => {
  test('the sign-in page, as it is and after a failure', async ({ page, complaints }) => {
    complaints.expect(/status of 401/);
    await page.goto('/');
    await lookAround(page);
    await signIn(page, { ...demo, password: 'wrong' });
    await expect(page.getByRole('alert')).toBeVisible();
    await lookAround(page);
  });

  test('the choice of a new password', async ({ page }) => {
    const { username, password } = await makeMerchant({ mustChangePassword: true });
    await page.goto('/');
    await page.locator('[autocomplete=username]').fill(username);
    await lookAround(page, {
      open: async () => {
        await page.locator('[autocomplete=current-password]').fill(password);
        await page.keyboard.press('Enter');
        await page.locator('[autocomplete=new-password]').fill('abc1');
      },
    });
  });

  test('the reset of a password, and its failure', async ({ page, complaints }) => {
    complaints.expect(/status of 40/);
    await page.route('**/api/users/reset_password', (route) => route.fulfill({ status: 204 }));
    await page.route('**/api/users/confirm_new_password', (route) => refuse(route));
    const forget = async () => {
      await page.getByRole('link', { name: /^(Forgot password|Mot de passe oublié)\?$/ }).click();
      await expect(page.locator('[type=email]')).toBeFocused();
    };
    await page.goto('/');
    await page.locator('[autocomplete=username]').fill('ada@portage.example');
    await lookAround(page, { open: forget });
    await page.keyboard.press('Escape');
    await lookAround(page, {
      open: async () => {
        await forget();
        await page.keyboard.press('Enter');
        await page.locator('[autocomplete=one-time-code]').fill('123456');
        await page.locator('[autocomplete=new-password]').fill('Abcde1!');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    });
  });
});
