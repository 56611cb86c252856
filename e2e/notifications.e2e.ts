import { expect, type Page } from '@playwright/test';
import { refuse } from './refuse.ts';
import { test } from './test.ts';

const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Reset Password Failed' });

/** Asks for a reset code, which the server refuses; time stands still once that is said. */
async function askForCode(page: Page): Promise<void> {
  await page.route('**/api/users/reset_password', (route) => refuse(route, 429));
  await page.clock.install();
  await page.goto('/?mode=forgot');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@portage.example');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(failure(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test.describe('an error', () => {
  test.beforeEach(async ({ page, complaints }) => {
    complaints.expect(/status of 429/);
    await askForCode(page);
  });

  test('stays for 10 seconds', async ({ page }) => {
    await page.clock.runFor(9_000);
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(1_500);
    await expect(failure(page)).toBeHidden();
  });

  test('stays as long as the pointer is on it', async ({ page }) => {
    await failure(page).hover();
    await page.clock.runFor(60_000);
    await expect(failure(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_500);
    await expect(failure(page)).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a notification leaves the form below it free', async ({ page, complaints }) => {
    complaints.expect(/status of 429/);
    await askForCode(page);
    const shown = await failure(page).boundingBox();
    const field = await page.getByRole('textbox', { name: 'E-mail' }).boundingBox();
    const bottom = (shown?.y ?? 0) + (shown?.height ?? 0);
    expect(bottom).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(field?.y ?? 0);
  });
});
