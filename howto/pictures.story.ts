import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demo, openSignedIn } from '../e2e/sign-in.ts';
import { test } from '../e2e/test.ts';

const PICTURES = path.resolve(import.meta.dirname, '../docs/pictures');

/** Saves the upper part of the page as `docs/pictures/<name>.webp`. */
async function take(page: Page, name: string, height = 800): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const png = await page.screenshot({
    animations: 'disabled',
    clip: { x: 0, y: 0, width: 1280, height },
  });
  await mkdir(PICTURES, { recursive: true });
  await sharp(png)
    .webp({ quality: 80 })
    .toFile(path.join(PICTURES, `${name}.webp`));
}

test('the dashboard', async ({ page }) => {
  await openSignedIn(page, demo, '/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A new demo has no charts for up to five minutes.
  await take(page, 'dashboard', 505);
});

test('the orders list', async ({ page }) => {
  await openSignedIn(page, demo, '/orders');
  await page.locator('[data-order-id]').first().waitFor();
  await take(page, 'orders');
});

test('the wizard', async ({ page }) => {
  await openSignedIn(page, demo, '/new');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  for (const [name, text] of [
    ['Name', 'Zoé Tremblay'],
    ['Phone', '416 555-0142'],
    ['Street', '25 Dundas St E'],
    ['City', 'Toronto'],
    ['Postal code', 'M5B 1C6'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  }
  await take(page, 'wizard');
});
