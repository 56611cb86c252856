import { expect } from '@playwright/test';
import { findings, lookAround, widen } from './look-around.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test.describe('axe finds nothing on', () => {
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
});
