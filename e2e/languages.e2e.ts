import { expect } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('a new device shows English, a French link French, and what is chosen before sign-in stays', async ({
  page,
}) => {
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle('Sign in – Portage');

  await page.goto('/platform/pricing?lang=fr');
  await page.getByRole('link', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { name: 'Connexion à Portage' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'fr');
  const english = page.getByRole('heading', { name: 'Sign in to Portage' });
  await page.getByRole('button', { name: 'English' }).click();
  await expect(english).toBeVisible();
  await page.goto('/?lang=fr');
  await expect(english).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en');

  await page.getByRole('button', { name: 'Français' }).click();
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle('Connexion – Portage');
  await expect(page.getByRole('heading', { name: 'Connexion à Portage' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr');

  await page.goto('/');
  await expect(page).toHaveTitle('Connexion – Portage');
});

test('texts, dates and statuses follow a switch of the language', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ createdAt: Date.UTC(2024, 1, 29, 18, 5) }]);
  await openSignedIn(page, merchant, '/orders?placed=all');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Feb 29, 2024, 1:05 p.m.');
  await expect(row).toContainText('Geocoded');

  await page.getByRole('button', { name: 'Hello, Test User' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page).toHaveTitle('Commandes – Portage');
  await expect(page.getByRole('columnheader', { name: 'Destinataire' })).toBeVisible();
  await expect(row).toContainText('29 févr. 2024, 13 h 05');
  await expect(row).toContainText('Localisée');
});
