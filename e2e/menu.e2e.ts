import { expect, type Page } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function openDashboard(page: Page): Promise<void> {
  await openSignedIn(page, await makeMerchant(), '/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
}

test('the header, the profile dropdown and the tiles lead to every page', async ({ page }) => {
  await openDashboard(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Orders',
    'Create order',
    'Address book',
    'Bulk create',
    'Integrations',
  ]);
  await expect(page.getByRole('button', { name: 'Hello, Test User' })).toBeVisible();
  const tiles = page.getByRole('main').getByRole('link');
  await expect(tiles).toContainText([
    'Create order',
    'Bulk create',
    'View orders',
    'Profile',
    'Address book',
    'Integrations',
  ]);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(tiles).toContainText([
    'Create order',
    'Bulk create',
    'View orders',
    'Profile',
    'Address book',
  ]);
  await expect(tiles.filter({ hasText: 'Integrations' })).toHaveCount(0);
  await tiles.filter({ hasText: 'Profile' }).click();
  await expect(heading(page, 'Merchant information')).toBeVisible();

  // By the keyboard alone.
  await page.setViewportSize({ width: 1440, height: 900 });
  const profile = page.getByRole('button', { name: 'Profile of Test Merchant' });
  await profile.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Merchant information' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Ship-from locations' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Ship-from locations')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await profile.click();
  await page.getByRole('menuitem', { name: 'Merchant information' }).click();
  await expect(heading(page, 'Merchant information')).toBeVisible();

  const integrations = menu.getByRole('link', { name: 'Integrations' });
  await integrations.click();
  await expect(heading(page, 'Integrations')).toBeVisible();
  await expect(integrations).toHaveAttribute('aria-current', 'page');
});

test('on a phone a drawer holds the same, without the integrations', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Test Merchant' });
  await expect(drawer.getByText('Hello, Test User')).toBeVisible();
  await expect(drawer.getByRole('link')).toHaveText([
    'Dashboard',
    'Orders',
    'Create order',
    'Address book',
    'Bulk create',
    'Merchant information',
    'Ship-from locations',
  ]);
  await expect(drawer.getByText('Français')).toBeVisible();

  await drawer.getByRole('link', { name: 'Ship-from locations' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page, 'Ship-from locations')).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await drawer.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
});

test('the integrations lead nowhere on mobile, and somewhere once the window is wider', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openSignedIn(page, await makeMerchant(), '/integration');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await expect(page).toHaveTitle('Page not found – Portage');
  await expect(heading(page, 'Integrations')).toBeHidden();

  await page.setViewportSize({ width: 769, height: 900 });
  await expect(heading(page, 'Integrations')).toBeVisible();
  await expect(page).toHaveTitle('Integrations – Portage');
  await expect(heading(page, 'Page not found')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});

test('the pages carry their names in French', async ({ page }) => {
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant(), '/integration');
  const expectName = async (name: string) => {
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveTitle(`${name} – Portage`);
  };
  await expectName('Intégrations');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Utilisateurs de service/ })
    .click();
  await expectName('Utilisateurs de service');
  for (const name of ['Profil du commerçant', 'Lieux d’expédition']) {
    await page.getByRole('button', { name: /^Profil de / }).click();
    await page.getByRole('menuitem', { name }).click();
    await expectName(name);
  }
});
