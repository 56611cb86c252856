import { expect, type Page } from '@playwright/test';
import { trackingNumberFrom } from '../contract/src/orders/tracking-number.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('keys and the palette enter the list, print, mark ready and edit', async ({ page }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' }, refNumber: 'MP-1' },
    { recipient: { name: 'Bo Tremblay' }, refNumber: 'MP-2' },
  ]);
  await openSignedIn(page, merchant, '/orders');
  const row = (name: string) => page.locator('[data-order-id]', { hasText: name });
  await expect(row('Ada Nguyen')).toBeVisible();
  await page.getByRole('link', { name: 'Skip to list' }).press('Enter');
  await expect(row('Ada Nguyen')).toBeFocused();
  const pressed = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await pressed('j');
  await expect(row('Bo Tremblay')).toBeFocused();

  const download = page.waitForEvent('download');
  await pressed('p');
  await download;
  await expect(row('Bo Tremblay')).toContainText('Printed');
  await pressed('r');
  await expect(row('Bo Tremblay')).toContainText('Ready for pickup');
  await pressed('ArrowUp');
  await expect(row('Ada Nguyen')).toBeFocused();
  await pressed('e');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');

  // Opens the next order of the list from an order's page, and returns.
  const title = page.getByRole('heading', { level: 1 });
  await page.getByRole('link', { name: 'Open order page' }).click();
  await expect(title).toHaveText('MP-1 · Ada Nguyen');
  await expect(page.getByRole('button', { name: 'Previous order' })).toBeDisabled();
  await page.getByRole('link', { name: 'Next order' }).click();
  await expect(title).toHaveText('MP-2 · Bo Tremblay');
  await expect(page.getByRole('button', { name: 'Next order' })).toBeDisabled();
  await page.getByRole('link', { name: 'Previous order' }).click();
  await expect(title).toHaveText('MP-1 · Ada Nguyen');
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(row('Ada Nguyen')).toBeVisible();

  // Finds an order by its reference and prints it with nine keys.
  const again = page.waitForEvent('download');
  await pressed('Control+k', 'M', 'P', '-', '1');
  await expect(page.getByRole('option', { selected: true })).toContainText('Ada Nguyen');
  await pressed('Enter');
  await expect(row('Ada Nguyen')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressed('p');
  await again;
});

/** A test's keys are slower than a scanner's. */
async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys) {
        const event = { key, shiftKey: /^[A-Z?:]$/.test(key), bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
      }
    },
    [...code, 'Enter'],
  );
}

test('a scanned label finds its order wherever the focus is, and presses no key', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  // C, R, P and E are shortcuts.
  const numbers = [12, 24, 22, 14, ...crypto.getRandomValues(new Uint8Array(6))];
  const trackingNumber = trackingNumberFrom(numbers);
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    {
      recipient: { name: 'Bo Tremblay' },
      trackingNumber,
      packages: [{ trackingNumber: `${trackingNumber}-1` }],
    },
  ]);
  await openSignedIn(page, merchant, '/orders');
  const row = (name: string) => page.locator('[data-order-id]', { hasText: name });
  await expect(row('Ada Nguyen')).toBeVisible();
  await page.getByRole('link', { name: 'Skip to list' }).press('Enter');
  await expect(row('Ada Nguyen')).toBeFocused();
  // Codes have no spaces, so quick ones are keys of the row.
  const checkbox = row('Ada Nguyen').getByRole('checkbox');
  await page.keyboard.press(' ');
  await page.keyboard.press(' ');
  await expect(checkbox).not.toBeChecked();
  await page.keyboard.press(' ');
  await expect(checkbox).toBeChecked();
  await scan(page, `${trackingNumber}-1`);
  await expect(page).toHaveURL(`/orders?search=${trackingNumber}-1&placed=all`);
  await expect(row('Bo Tremblay')).toBeVisible();
  await expect(row('Ada Nguyen')).toHaveCount(0);
  await expect(row('Bo Tremblay')).toContainText('Geocoded');

  // The / and ? of a label's link are shortcuts, too.
  const link = `https://portage.example/track/${trackingNumber}?v=2`;
  for (const address of ['/dashboard', '/orders']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await scan(page, link);
    await expect(page).toHaveURL(`/orders?search=${encodeURIComponent(link)}&placed=all`);
    await expect(row('Bo Tremblay')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  // The keys act on the order found, although the focus is on none.
  await page.keyboard.press('r');
  await expect(row('Bo Tremblay')).toContainText('Ready for pickup');
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await expect(row('Ada Nguyen')).toContainText('Geocoded');
});
