import { expect, type Page } from '@playwright/test';
import { findings, lookAround, widen } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { demo, openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, goOn, recipient, smallPackage } from './wizard.ts';

const firstRow = (page: Page) => page.getByRole('row').nth(1);

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

  test('the dashboard, with its menus open', async ({ page }) => {
    await openSignedIn(page, demo, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await lookAround(page);
    await lookAround(page, {
      widths: [1440, 1440],
      open: () => page.getByRole('button', { name: /Morgan Ellis/ }).click(),
    });
    await lookAround(page, {
      widths: [1440, 1440],
      open: async () => {
        await page.getByRole('button', { name: /^Profil/ }).click();
        await expect(page.getByRole('menuitemradio').first()).toBeVisible();
      },
    });
    await lookAround(page, {
      widths: [390, 390],
      open: async () => {
        await widen(page, 390);
        await page.getByRole('button', { name: /^(Open the menu|Ouvrir le menu)$/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    });
  });

  test('the command palette with orders found, and the help on shortcuts', async ({ page }) => {
    await openSignedIn(page, demo, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await lookAround(page, {
      open: async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('or');
        await expect(page.getByRole('status').filter({ hasText: /r[eé]sult/ })).toBeVisible();
      },
    });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('switch')).toBeVisible();
    expect(await findings(page), 'in the help').toEqual([]);
  });

  test('the orders list', async ({ page }) => {
    await openSignedIn(page, demo, '/orders');
    await expect(firstRow(page)).toBeVisible();
    await lookAround(page);
  });

  test('the filters of the orders list', async ({ page }) => {
    const look = async (what: string) => {
      expect(await findings(page), what).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findings(page, ['color-contrast']), `${what} in the dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await openSignedIn(page, demo, '/orders?status=DELIVERED&tags=gift&displayName=Nobody');
    await page.getByRole('button', { name: /^Placed on/ }).click();
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
    await look('the days');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('checkbox', { name: 'Delivered', exact: true })).toBeVisible();
    await look('the filters');
    await page.keyboard.press('Escape');
    await widen(page, 390);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await look('the filters of a phone');
  });

  test('the orders list with a selection and the details of an order', async ({ page }) => {
    await openSignedIn(page, demo, '/orders');
    await firstRow(page).getByRole('checkbox').check();
    await firstRow(page).click();
    await expect(page.getByRole('region')).toBeVisible();
    await lookAround(page);
  });

  test('the choice of a label format, and the dialog before labels are printed', async ({
    page,
  }) => {
    const merchant = await makeMerchant();
    await giveOrders(merchant, [{ orderStatus: 'GEOCODEDFAILED' }, {}]);
    await openSignedIn(page, merchant, '/orders');
    await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
    await lookAround(page, {
      open: async () => {
        await page.getByRole('button', { name: /^(Label format|Format d’étiquette)$/ }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    });
    await page.getByRole('menuitem', { name: /^ZPL/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findings(page), 'before printing').toEqual([]);
  });

  test('the orders list without orders, and when it cannot be loaded', async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 403/);
    await openSignedIn(page, await makeMerchant(), '/orders');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await lookAround(page);
    await page.route('**/api/orders*', (route) => refuse(route));
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await lookAround(page);
  });

  test('the pages of the wizard that ask for addresses and packages', async ({ page }) => {
    await openSignedIn(page, demo, '/new');
    await expect(page.getByRole('heading', { name: 'Origin' })).toBeVisible();
    await lookAround(page);
    await goOn(page, 'Recipient');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Required').first()).toBeVisible();
    await lookAround(page);
    await fillIn(page, recipient);
    await goOn(page, 'Package details');
    await lookAround(page);
  });

  test('the pages of the wizard that offer choices, the review and the end', async ({ page }) => {
    await openSignedIn(page, demo, '/new');
    await goOn(page, 'Recipient');
    await fillIn(page, recipient);
    await goOn(page, 'Package details');
    await fillIn(page, smallPackage);
    await goOn(page, 'Shipping rate');
    await page.getByRole('radio', { name: /^Scheduled/ }).check();
    const window = page.getByRole('radiogroup', { name: 'Delivery window' }).getByRole('radio');
    await window.last().check();
    await lookAround(page);
    await goOn(page, 'Delivery service');
    await lookAround(page);
    await goOn(page, 'Review and submit');
    await lookAround(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Order created' })).toBeVisible();
    await lookAround(page);
  });

  test('the merchant’s information, and the form that creates a user', async ({ page }) => {
    await openSignedIn(page, demo, '/merchantInfo');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await lookAround(page);
    await lookAround(page, {
      open: async () => {
        await page.getByRole('button', { name: /^(Create user|Créer un utilisateur)$/ }).click();
        const form = page.getByRole('dialog');
        await form.getByRole('button', { name: /^(Create user|Créer l’utilisateur)$/ }).click();
        await expect(form.getByText(/^(Required|Obligatoire)$/)).toHaveCount(3);
      },
    });
  });

  test('the ship-from locations, with and without additional ones', async ({ page }) => {
    await openSignedIn(page, demo, '/shipFromLocations');
    await expect(page.getByRole('table')).toBeVisible();
    await lookAround(page);
    await openSignedIn(page, await makeMerchant(), '/shipFromLocations');
    await page.reload();
    await expect(page.getByRole('heading', { level: 3 })).toBeVisible();
    await lookAround(page);
  });

  test('the integrations and the service users, before and after the first', async ({ page }) => {
    const merchant = await makeMerchant();
    await openSignedIn(page, merchant, '/integration');
    await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
    await lookAround(page);
    await page.goto('/serviceUser');
    await expect(page.getByRole('heading', { name: 'No service users yet' })).toBeVisible();
    await lookAround(page, { widths: [800, 1440] });
    await page.getByRole('button', { name: 'Create service user' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findings(page), 'with new credentials').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, ['color-contrast']), 'in the dark').toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'I have saved the password' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await lookAround(page, {
      widths: [800, 1440],
      open: async () => {
        await page.getByRole('button', { name: /^(Revoke|Révoquer) / }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    });
  });

  test('an address that leads nowhere', async ({ page }) => {
    await openSignedIn(page, demo, '/nowhere');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await lookAround(page);
  });

  test('a page whose code cannot be loaded', async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED|preload|dynamically imported module/);
    await openSignedIn(page, demo, '/dashboard');
    await page.route(/assets\/OrdersPage/, (route) => route.abort());
    await page.goto('/orders');
    await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
    await lookAround(page);
  });

  test('a portal whose server does not say how it is configured', async ({ page, complaints }) => {
    complaints.expect(/status of 403/);
    await page.route('/config.json', (route) => refuse(route));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Portage could not be started' })).toBeVisible();
    await lookAround(page);
  });
});
