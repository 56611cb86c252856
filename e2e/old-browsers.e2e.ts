import { expect, type Page } from '@playwright/test';
import { findings } from './look-around.ts';
import { test } from './test.ts';

/** In both languages: the reader's is not known yet. */
async function seeMessage(page: Page, english: string, french: string): Promise<void> {
  const headings = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(headings.filter({ visible: true })).toHaveText([english, french]);
  await expect(page.locator('section[lang=fr] h1').filter({ visible: true })).toHaveText(french);
}

test('a browser that is too old is told so on every page', async ({ page, complaints }) => {
  complaints.expect(/withResolvers is not a function|was preloaded/);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Promise, 'withResolvers');
    Reflect.deleteProperty(AbortSignal, 'any');
  });
  for (const path of ['/?lang=fr', '/orders']) {
    await page.goto(path);
    await seeMessage(
      page,
      'This browser is too old for Portage',
      'Ce navigateur est trop ancien pour Portage',
    );
  }
  expect(await findings(page)).toEqual([]);
});

test('a portal whose script is not loaded says so', async ({ page, complaints }) => {
  complaints.expect(/ERR_|was preloaded/);
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/orders');
  await seeMessage(page, 'Portage could not be loaded', 'Portage n’a pas pu être chargé');
  expect(await findings(page)).toEqual([]);
  await page.unroute('**/assets/index-*.js');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the portal says that it needs them', async ({ page, complaints }) => {
    complaints.expect(/was preloaded/);
    await page.goto('/orders');
    await seeMessage(page, 'Portage needs JavaScript', 'Portage a besoin de JavaScript');
  });
});
