import { expect, type Page } from '@playwright/test';
import { look } from './look-around.ts';
import { giveOrders, makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });
const checkboxOf = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select the order for ${name}` });

test('the next page is loaded 20 rows before the end, and retried after a failure', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  let nextPages = 0;
  await page.route(/\/api\/orders\?.*startAt=/, async (route) => {
    nextPages += 1;
    await (nextPages === 1 ? refuse(route) : route.fallback());
  });
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 250 }, (_, index) => ({ recipient: { name: `Recipient ${index}` } })),
  );
  await openSignedIn(page, merchant, '/orders');
  await expect(page.getByText('250 orders', { exact: true })).toBeVisible();

  const list = page.getByRole('treegrid');
  const scrollToRow = (index: number) =>
    list.evaluate((table, top) => table.parentElement?.scrollTo({ top }), index * 40);
  await scrollToRow(55);
  await expect(page.locator('[aria-rowindex="60"]')).toBeInViewport();
  expect(nextPages).toBe(0);

  await scrollToRow(70);
  await expect(page.getByRole('alert')).toContainText('More orders could not be loaded.');
  await expect(page.getByRole('alert')).toContainText(REQUEST_ID);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect.poll(() => nextPages).toBe(2);
});

test('orders are opened and selected by a click or the keyboard, but archived ones never; a refresh and leaving clear the selection', async ({
  page,
}) => {
  const merchant = await merchantWithOrders();
  await openSignedIn(page, merchant, '/orders');
  const details = page.getByRole('region', { name: 'Details of the order for Bo Tremblay' });
  await rowOf(page, 'Bo Tremblay').click();
  await expect(details).toContainText('Tracking number');
  await expect(page).toHaveURL(/\?expanded=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(details).toBeVisible();
  await rowOf(page, 'Bo Tremblay').first().click();
  await expect(details).toBeHidden();
  await expect(page).toHaveURL('/orders');

  await expect(checkboxOf(page, 'Di Ferrari')).toBeDisabled();
  await checkboxOf(page, 'Ada Nguyen').check();
  await checkboxOf(page, 'Ed Roy').click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 selected')).toBeVisible();
  await expect(checkboxOf(page, 'Di Ferrari')).not.toBeChecked();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(checkboxOf(page, 'Ada Nguyen')).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(checkboxOf(page, 'Ada Nguyen')).not.toBeChecked();

  await rowOf(page, 'Ada Nguyen').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Cy O’Neil')).toBeFocused();
  const ofCy = page.getByRole('region', { name: 'order for Cy O’Neil' });
  await page.keyboard.press('Enter');
  await expect(ofCy).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(ofCy).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(ofCy).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(ofCy).toBeHidden();

  await page.keyboard.press(' ');
  await expect(checkboxOf(page, 'Cy O’Neil')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Di Ferrari')).toBeFocused();
  await page.keyboard.press(' ');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Ed Roy')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rowOf(page, 'Ada Nguyen')).toBeFocused();

  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Ed Roy')).toBeFocused();
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('4 selected')).toBeVisible();

  await giveOrders(merchant, [{ recipient: { name: 'Fo Latecomer' } }]);
  await page.getByRole('button', { name: 'Refresh the list' }).press('Enter');
  await expect(rowOf(page, 'Fo Latecomer')).toHaveAttribute('aria-rowindex', '2');
  await expect(page.getByRole('button', { name: 'Refresh the list' })).toBeFocused();
  await expect(page.getByText('6 orders', { exact: true })).toBeVisible();

  await checkboxOf(page, 'Bo Tremblay').check();
  await giveOrders(merchant, [{ recipient: { name: 'Gil Last' } }]);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  // The list is forgotten soon after its page closes, before the next page has loaded.
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, 'Gil Last')).toBeVisible();
  await expect(checkboxOf(page, 'Bo Tremblay')).not.toBeChecked();
});

test('a low window scrolls before its rows, by wheel and keyboard, so that rows show at 200 and 400 % zoom', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 60 }, (_, index) => ({ recipient: { name: `Recipient ${index}.` } })),
  );
  await openSignedIn(page, merchant, '/orders');
  await expect(rowOf(page, 'Recipient 0.')).toBeVisible();
  for (const size of [
    { width: 720, height: 450 },
    { width: 360, height: 225 },
  ]) {
    await page.setViewportSize(size);
    // Rows move until the page has laid itself out in its new size.
    await expect(async () => {
      await rowOf(page, 'Recipient 0.').evaluate((row) => row.scrollIntoView({ block: 'start' }));
      for (const name of ['Recipient 0.', 'Recipient 1.', 'Recipient 2.']) {
        await expect(rowOf(page, name)).toBeInViewport({ ratio: 0.9, timeout: 500 });
      }
    }).toPass();
  }

  await page.setViewportSize({ width: 1280, height: 550 });
  await page.reload();
  const title = page.getByRole('heading', { level: 1 });
  const header = page.getByRole('columnheader', { name: 'Recipient' });
  await rowOf(page, 'Recipient 0.').hover();
  await page.mouse.wheel(0, 2000);
  await expect(title).not.toBeInViewport();
  await expect(header).toBeInViewport();
  for (const name of ['Recipient 0.', 'Recipient 11.']) {
    await expect(rowOf(page, name)).toBeInViewport({ ratio: 0.9 });
  }
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(rowOf(page, 'Recipient 0.')).not.toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(header).toBeInViewport();

  await page.reload();
  await rowOf(page, 'Recipient 0.').focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Recipient 59.')).toBeInViewport({ ratio: 0.9 });
  await expect(title).not.toBeInViewport();
});

test('a list that fails to load says why and can be retried; its columns are those of screen and merchant, recipients always in sight', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  // A change of an order would load the list again before the button does.
  await page.route('**/api/orders/changes', () => undefined);
  await page.route('**/api/orders*', (route) => refuse(route));
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await expect(page.getByRole('alert')).toContainText('Your orders could not be loaded');
  await expect(page.getByRole('alert')).toContainText(`Request ${REQUEST_ID}`);
  await look(page, 'a list that cannot be loaded');
  await page.unroute('**/api/orders*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Ada Nguyen')).toBeVisible();

  const headers = page.getByRole('columnheader');
  await expect(headers).toHaveText([
    '',
    'Recipient',
    'City and province',
    'Placed on',
    'Delivered on',
    'Reference number',
    'Status',
    'Service',
    'Business address',
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(headers).toHaveText(['', 'Recipient', 'Status']);

  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, demo, '/orders');
  await expect(headers.last()).toHaveText('Fulfillment');

  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  // The list may render again, briefly without a header.
  const recipient = page.getByRole('columnheader', { name: 'Recipient' });
  await expect.poll(async () => (await recipient.boundingBox())?.width ?? 0).toBeGreaterThan(160);

  const row = page.locator('[data-order-id]').first();
  await expect(headers.last()).not.toBeInViewport();
  const edge = () =>
    row.evaluate((one) => one.closest('[data-more]')?.getAttribute('data-more') ?? '');
  expect(await edge()).toBe('true');
  await row.focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowRight');
  await expect(headers.last()).toBeInViewport({ ratio: 1 });
  await expect(recipient).toBeInViewport({ ratio: 1 });
  await expect(row.locator('td').nth(1)).toBeInViewport({ ratio: 1 });
  await expect.poll(edge).toBe('false');
});
