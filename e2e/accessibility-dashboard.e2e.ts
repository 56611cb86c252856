import { expect } from '@playwright/test';
import { findings, look, lookAround, widen } from './look-around.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test.describe('axe finds nothing on', () => {
  test('the dashboard, with its menus open', async ({ page }) => {
    await openSignedIn(page, demo, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await lookAround(page);
    await page.getByRole('button', { name: /Morgan Ellis/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, 'the menu of the person');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Profil/ }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await look(page, 'the menu of the profile');
    await page.keyboard.press('Escape');
    await widen(page, 390);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, 'the menu of a phone');
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
