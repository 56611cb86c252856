import { expect, type Page } from '@playwright/test';
import { giveOrders, merchantWithOrders, newTrackingNumber } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { heading, told } from './screen.ts';
import { openSignedIn } from './sign-in.ts';
import { CODE_LOADED_SOON, test } from './test.ts';

const line = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('the palette reports an empty or failed search, returns the focus, and opens any page and any order by keyboard', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await openSignedIn(page, await merchantWithOrders(), '/dashboard');
  const button = page.getByRole('button', { name: 'Search and commands' });
  await button.click();
  await line(page).fill('nobody at all');
  await expect(told(page, 'Nothing found')).toBeVisible();
  await page.route('**/api/orders?*', (route) => refuse(route));
  await line(page).fill('bo');
  const again = page.getByRole('option', { name: 'Search the orders again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/orders?*');
  await again.click();
  await expect(page.getByRole('option', { name: 'Bo Tremblay' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(line(page)).toBeFocused();
  await page.keyboard.type('locations');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Ship-from locations');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Ship-from locations')).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(line(page)).toBeFocused();
  await page.keyboard.type('tremblay');
  await expect(told(page, '1 result')).toBeVisible();
  await expect(page.getByRole('option', { selected: true })).toContainText('Bo Tremblay');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toContainText('See all results');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Details of the order for Bo Tremblay' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/orders\?.*placed=all/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a label’s barcode and a tracking link find their order in the palette and in the list, where a scanned code replaces the one before', async ({
  page,
}) => {
  const merchant = await merchantWithOrders();
  const trackingNumber = newTrackingNumber();
  const other = newTrackingNumber();
  await giveOrders(merchant, [
    { recipient: { name: 'Fo Barcode' }, trackingNumber },
    { recipient: { name: 'Gil Barcode' }, trackingNumber: other },
  ]);
  await openSignedIn(page, merchant, '/orders');
  const details = page.getByRole('region', { name: 'Details of the order for Fo Barcode' });
  for (const scanned of [
    `${trackingNumber}-1`,
    `https://portage.example/track/${trackingNumber}?from=mail`,
  ]) {
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(scanned);
    await expect(page.getByText('1 order', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Fo Barcode' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(line(page)).toBeFocused();
    await page.keyboard.type(scanned);
    await expect(page.getByRole('option', { selected: true })).toContainText('Fo Barcode');
    await page.keyboard.press('Enter');
    await expect(details).toBeVisible();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(details).toHaveCount(0);
  }

  await page.getByRole('searchbox', { name: 'Search orders' }).focus();
  for (const [code, name] of [
    [trackingNumber, 'Fo Barcode'],
    [other, 'Gil Barcode'],
  ] as const) {
    await page.keyboard.type(`${code}-1`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name })).toBeVisible();
    await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  }
});

test('? lists the shortcuts, and those of a single character can be turned off', async ({
  page,
}) => {
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await expect(page.getByRole('row', { name: 'Bo Tremblay' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('?');
  await expect(page.getByRole('searchbox')).toHaveValue('?');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('row', { name: 'Bo Tremblay' }).focus();

  await page.keyboard.press('?');
  await expect(help(page).getByText('Search orders')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(line(page)).toBeFocused();
  await expect(help(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await help(page).getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
  for (const key of ['/', '?', 'c']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await expect(line(page)).toBeFocused();
  await expect(page).toHaveURL('/orders');

  await page.keyboard.type('keyboard');
  await expect(page.getByRole('option', { selected: true })).toContainText('Keyboard shortcuts');
  await page.keyboard.press('Enter');
  await help(page).getByRole('switch').check();
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(heading(page, 'Create order')).toBeVisible();
});

/** Opens the palette on the dashboard, and holds its code until the returned function is called. */
async function openSlowPalette(page: Page, open: () => Promise<unknown>): Promise<() => void> {
  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  await page.route(CODE_LOADED_SOON, async (route) => {
    await gate;
    await route.continue();
  });
  await open();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.keyboard.press('Control+k');
  return () => resolve(undefined);
}

test('keys typed while the palette loads are kept and trigger no shortcut, and Enter opens the order that was typed', async ({
  page,
}) => {
  const merchant = await merchantWithOrders();
  let release = await openSlowPalette(page, () => openSignedIn(page, merchant, '/dashboard'));
  // C alone would start a new order.
  await page.keyboard.type('c/?orders');
  release();
  await expect(line(page)).toHaveValue('c/?orders');
  await expect(page).toHaveURL(/dashboard/);

  release = await openSlowPalette(page, () => page.reload());
  await page.keyboard.type('tremblay');
  await page.keyboard.press('Enter');
  // The shortcut types nothing into the field.
  await page.keyboard.type('x');
  release();
  await expect(
    page.getByRole('region', { name: 'Details of the order for Bo Tremblay' }),
  ).toBeVisible();
});
