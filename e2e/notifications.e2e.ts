import { expect, type Locator, type Page } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Reset Password Failed' });

/** Requests a reset code, which the server refuses, and then stops the clock. */
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

test('an error stays for 10 seconds without covering the field on a phone or the button in a low window', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  await page.setViewportSize({ width: 390, height: 844 });
  await askForCode(page);
  const placeOf = async (element: Locator) => {
    const { x = NaN, y = NaN, width = NaN, height = NaN } = (await element.boundingBox()) ?? {};
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const field = await placeOf(page.getByRole('textbox', { name: 'E-mail' }));
  const { bottom } = await placeOf(failure(page));
  expect(bottom).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(field.top);

  await page.setViewportSize({ width: 800, height: 420 });
  const pressed = await placeOf(page.getByRole('button', { name: 'Next' }));
  const shown = await placeOf(failure(page));
  expect(pressed.right, 'where errors show').toBeGreaterThan(shown.left);
  expect(shown.bottom <= pressed.top || shown.top >= pressed.bottom).toBe(true);

  await page.clock.runFor(9_000);
  await expect(failure(page)).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(failure(page)).toBeHidden();
});

test('an error stays while the pointer moves over it, but not while it rests', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  await askForCode(page);
  for (const x of [1, 2, 3]) {
    await failure(page).hover({ position: { x: 20 * x, y: 10 } });
    await page.clock.runFor(8_000);
    await expect(failure(page)).toBeVisible();
  }
  await page.clock.runFor(2_500);
  await expect(failure(page)).toBeHidden();
});

test('an error closes when its button is pressed again, not on another success', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  await giveOrders(merchant, [{ id }]);
  await openSignedIn(page, merchant, `/orders/${id}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const failed = (title: string) => page.getByRole('alert').filter({ hasText: title });
  const tag = page.getByRole('combobox', { name: 'Add a tag' });
  await tag.or(page.getByRole('textbox', { name: 'Add a tag' })).fill('gift');
  await page.route('**/addTags', (route) => refuse(route), { times: 1 });
  await button('Add').click();
  await expect(failed('Tag not added')).toBeVisible();

  await button('Edit the notes for the driver').click();
  await page.getByRole('textbox', { name: 'Notes for the driver' }).fill('Ring twice');
  await page.route('**/updateOrder', (route) => refuse(route), { times: 1 });
  await button('Save').click();
  await expect(failed('Order not updated')).toBeVisible();
  await button('Save').click();
  await expect(page.getByRole('status').getByText('Order updated')).toBeVisible();
  await expect(failed('Order not updated')).toBeHidden();
  await expect(failed('Tag not added')).toBeVisible();
  await button('Add').click();
  await expect(failed('Tag not added')).toBeHidden();
});
