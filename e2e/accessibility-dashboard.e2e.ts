import { expect } from '@playwright/test';
import { findings, look, lookInFrench } from './look-around.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('axe finds nothing on the menus of the header, the command palette, the help, and the dashboard in French', async ({
  page,
}) => {
  await openSignedIn(page, await merchantWithOrders(), '/dashboard');
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
  await page.getByRole('button', { name: 'Hello, Test User' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'the menu of the person');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findings(page), 'the menu of the profile').toEqual([]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('or');
  await expect(page.getByRole('status').filter({ hasText: /result/ })).toBeVisible();
  await look(page, 'the palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('switch')).toBeVisible();
  expect(await findings(page), 'the help').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await lookInFrench(page);
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'the menu of a phone');
});
