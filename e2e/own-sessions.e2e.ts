import { expect } from '@playwright/test';
import { look, lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { told } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const NEW_PASSWORD = 'My-New-Pass-2';

test('a user signs out another device and changes the password, apart from the merchant’s profile, also in French and by keyboard alone', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const merchant = await makeMerchant();
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows) Firefox/140.0' });
  await openSignedIn(await elsewhere.newPage(), merchant, '/orders');
  await openSignedIn(page, merchant, '/account#sessions');
  const table = page.getByRole('table', { name: 'Your sessions' });
  await expect(table.getByRole('row', { name: /This session/ })).toBeVisible();
  await table.getByRole('button', { name: /^Sign out: Firefox on Windows/ }).click();
  await expect(told(page, 'Signed out')).toBeVisible();
  await expect(table).not.toContainText('Firefox on Windows');
  await elsewhere.close();

  await page.getByRole('link', { name: 'change your password' }).click();
  await expect(page).toHaveURL('/account#password');
  const form = page.getByRole('form', { name: 'Password' });
  const [current, chosen] = [form.getByLabel('Current password'), form.getByLabel('New password')];
  const submit = form.getByRole('button', { name: 'Change password' });
  await current.fill('Wrong-1234');
  await chosen.fill('sunshine');
  await expect(form.locator('li[data-met="false"]')).toHaveCount(4);
  await expect(submit).toBeDisabled();
  await look(page, 'sessions and password');
  await chosen.fill('Sunshine1!');
  await expect(form.locator('li[data-met="false"]')).toHaveCount(1);
  await expect(submit).toBeDisabled();
  await chosen.fill(NEW_PASSWORD);
  await submit.click();
  await expect(form.getByText('The current password is not correct.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(merchant.password);
  await submit.click();
  await expect(told(page, 'Password changed')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(table.getByRole('row')).toHaveCount(2);

  await speak(page, 'fr');
  await page.goto('/merchantInfo');
  await expect(page.getByRole('region', { name: 'Utilisateurs' })).toBeVisible();
  for (const own of ['Mot de passe', 'Vérification en deux étapes', 'Vos sessions']) {
    await expect(page.getByRole('region', { name: own })).toHaveCount(0);
  }

  await page.getByRole('button', { name: 'Bonjour, Test User' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Votre compte' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account');
  await expect(page).toHaveTitle('Votre compte – Portage');
  await expect(page.getByText(`Compte connecté : ${merchant.username}.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Langue et apparence',
    'Mot de passe',
    'Vérification en deux étapes',
    'Vos sessions',
  ]);
  await lookAround(page);
  await page.getByRole('radio', { name: 'Français' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
