import { expect } from '@playwright/test';
import { lookAround } from './look-around.ts';
import { refuse } from './refuse.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test.describe('axe finds nothing on', () => {
  test('a page whose code cannot be loaded', async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED|preload|dynamically imported module/);
    await openSignedIn(page, demo, '/dashboard');
    await page.route(/assets\/OrdersWithDetails/, (route) => route.abort());
    await page.goto('/orders');
    await expect(
      page.getByRole('heading', { name: 'This page could not be loaded' }),
    ).toBeVisible();
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
