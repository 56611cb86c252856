import { expect } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { demo, openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

test('a device that never chose a language speaks English, and switches before sign-in', async ({
  page,
}) => {
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle('Sign in – Portage');

  await page.getByRole('button', { name: 'Français' }).click();
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle('Connexion – Portage');
  await expect(page.getByRole('heading', { name: 'Connexion à Portage' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr');

  await page.reload();
  await expect(page).toHaveTitle('Connexion – Portage');
});

test('what the server refuses is said in the language that was chosen', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await page.goto('/');
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('textbox', { name: 'Nom d’utilisateur' }).fill(demo.username);
  await page.getByRole('textbox', { name: 'Mot de passe', exact: true }).fill('pas le bon');
  await page.keyboard.press('Enter');
  await expect(page.locator('#LOGIN_FAIL')).toHaveText(
    'Le nom d’utilisateur ou le mot de passe est incorrect.',
  );
});

test('texts, dates and statuses follow a switch of the language', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ createdAt: Date.UTC(2024, 1, 29, 18, 5) }]);
  await openSignedIn(page, merchant, '/orders?placed=all');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Feb 29, 2024, 1:05 p.m.');
  await expect(row).toContainText('Geocoded');

  await page.getByRole('button', { name: 'Profile of Test Merchant' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page).toHaveTitle('Commandes – Portage');
  await expect(page.getByRole('columnheader', { name: 'Destinataire' })).toBeVisible();
  await expect(row).toContainText('29 févr. 2024, 13 h 05');
  await expect(row).toContainText('Localisée');
});

test('the language outlives the session', async ({ page }) => {
  await page.goto('/');
  await signIn(page, demo);
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bonjour, Morgan Ellis' }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page.getByRole('heading', { name: 'Connexion à Portage' })).toBeVisible();
});
