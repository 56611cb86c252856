import { expect, type Locator, type Page } from '@playwright/test';
import { refuse } from './refuse.ts';
import { failure } from './screen.ts';
import { test } from './test.ts';

const failed = (page: Page) => failure(page, 'Reset Password Failed');

/** Requests a reset code, which the server refuses. The clock stands still. */
async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(failed(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('an error stays for 10 seconds and while the pointer moves over it, and covers neither the field on a phone nor the button in a low window', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/users/reset_password', (route) => refuse(route, 429));
  await page.clock.install();
  await page.goto('/?mode=forgot');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@portage.example');
  await page.clock.pauseAt(Date.now() + 60_000);
  await askForCode(page);
  const placeOf = async (element: Locator) => {
    const { x = NaN, y = NaN, width = NaN, height = NaN } = (await element.boundingBox()) ?? {};
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const field = await placeOf(page.getByRole('textbox', { name: 'E-mail' }));
  const { bottom } = await placeOf(failed(page));
  expect(bottom).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(field.top);

  await page.setViewportSize({ width: 800, height: 420 });
  const pressed = await placeOf(page.getByRole('button', { name: 'Next' }));
  const shown = await placeOf(failed(page));
  expect(pressed.right, 'where errors show').toBeGreaterThan(shown.left);
  expect(shown.bottom <= pressed.top || shown.top >= pressed.bottom).toBe(true);

  await page.clock.runFor(9_000);
  await expect(failed(page)).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(failed(page)).toBeHidden();

  await askForCode(page);
  for (const x of [1, 2, 3]) {
    await failed(page).hover({ position: { x: 20 * x, y: 10 } });
    await page.clock.runFor(8_000);
    await expect(failed(page)).toBeVisible();
  }
  await page.clock.runFor(2_500);
  await expect(failed(page)).toBeHidden();
});
