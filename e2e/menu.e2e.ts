import { expect, type Page } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { heading } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

async function openDashboard(page: Page): Promise<void> {
  await openSignedIn(page, await makeMerchant(), '/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
}

test('the header, the profile dropdown and the tiles lead to every page, which has its name in French, too', async ({
  page,
}) => {
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
  await tiles.filter({ hasText: 'Profile' }).click();
  await expect(heading(page, 'Merchant information')).toBeVisible();

  // Uses only the keyboard.
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
  // A screen reader speaks the focused region with its name.
  const main = page.getByRole('main');
  await expect(main).toHaveAccessibleName('Integrations');
  await expect(main).toBeFocused();
  await main.evaluate((element) => {
    const keepName = () => element.setAttribute('data-spoken', element.ariaLabel ?? '');
    element.addEventListener('focus', keepName, { once: true });
  });
  await page.goBack();
  await expect(main).toHaveAttribute('data-spoken', 'Merchant information');
  await page.goForward();

  await page.getByRole('button', { name: 'Hello, Test User' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await page.keyboard.press('Escape');
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
    await page.getByRole('button', { name: /^Profil du commerçant / }).click();
    await page.getByRole('menuitem', { name }).click();
    await expectName(name);
  }
});

const phone = { isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } };

test('on a phone the drawer and the tiles lead to the same pages, without integrations', async ({
  browser,
}) => {
  const page = await browser.newPage(phone);
  await openDashboard(page);
  await expect(page.getByRole('main').getByRole('link', { name: /^Address book/ })).toBeVisible();
  await expect(page.getByRole('main').getByText('Integrations')).toHaveCount(0);
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
    'Your account',
  ]);
  await expect(drawer.getByText('Français')).toBeVisible();

  await drawer.getByRole('link', { name: 'Ship-from locations' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page, 'Ship-from locations')).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await drawer.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
  await page.close();
});

test('the integrations open on a computer zoomed to 400 %, and need a larger screen than a phone', async ({
  page,
  browser,
}) => {
  const merchant = await makeMerchant();
  await page.setViewportSize({ width: 360, height: 225 });
  for (const [address, name] of [
    ['/integration', 'Integrations'],
    ['/shipstation', 'ShipStation'],
    ['/serviceUser', 'Service users'],
  ] as const) {
    await openSignedIn(page, merchant, address);
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveTitle(`${name} – Portage`);
  }
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Integrations' }).click();
  await expect(heading(page, 'Integrations')).toBeVisible();

  const small = await browser.newPage(phone);
  await speak(small, 'fr');
  await openSignedIn(small, merchant, '/integration');
  await expect(heading(small, 'Nécessite un écran plus grand')).toBeVisible();
  await expect(small).toHaveTitle('Nécessite un écran plus grand – Portage');
  await speak(small, 'en');
  await small.reload();
  await expect(heading(small, 'Needs a larger screen')).toBeVisible();
  await expect(small).toHaveTitle('Needs a larger screen – Portage');
  await expect(heading(small, 'Integrations')).toBeHidden();

  // Turns a tablet.
  await small.setViewportSize({ width: 844, height: 390 });
  await expect(heading(small, 'Integrations')).toBeVisible();
  await small.setViewportSize({ width: 390, height: 844 });
  await small.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(heading(small, 'Dashboard')).toBeVisible();
  await small.close();
});
